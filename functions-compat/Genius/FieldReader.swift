import Domain

/// Decodes the fields of a body and collects all validation errors, so that the client gets them in one response.
struct FieldReader {
    let json: JSONValue
    private(set) var problems: [ValidationFailure.Problem] = []

    init(_ json: JSONValue) { self.json = json }

    mutating func note(_ place: [JSONValue], _ type: String, _ message: String) {
        problems.append(.init(place: ["body"] + place, type: type, message: message))
    }

    /// A field under its name, or under the name that the app's own code has for it.
    func value(_ names: String...) -> JSONValue? { first(of: names) }

    private func first(of names: [String]) -> JSONValue? { names.lazy.compactMap { json[$0] }.first }

    mutating func text(_ names: String..., upTo length: Int = 1_000) -> String? {
        guard let name = names.first, let value = first(of: names) else { return nil }
        return text(value, at: [.string(name)], upTo: length)
    }

    mutating func text(_ value: JSONValue, at place: [JSONValue], upTo length: Int) -> String? {
        guard let text = value.string else {
            note(place, "string_type", "Input should be a valid string")
            return nil
        }
        guard TextLength(0...length).admits(text) else {
            note(place, "string_too_long", "String should have at most \(length) characters")
            return nil
        }
        return text
    }

    mutating func flag(_ names: String...) -> Bool? {
        guard let name = names.first, let value = first(of: names) else { return nil }
        if value.bool == nil { note([.string(name)], "bool_type", "Input should be a valid boolean") }
        return value.bool
    }

    mutating func missing(_ place: JSONValue...) { note(place, "missing", "Field required") }

    /// - Throws: `ValidationFailure` if anything was noted.
    func check() throws(ValidationFailure) {
        guard problems.isEmpty else { throw ValidationFailure(problems: problems) }
    }
}
