import Accounts
import Domain

/// The fields of one line. Reading an invalid field throws an error with the reason.
struct RecordFields {
    let line: Int
    let values: [String: JSONValue]

    func failure(_ reason: String) -> ImportFailure { ImportFailure(line: line, reason) }

    /// `nil` if the field is missing or null.
    func optionalText(_ name: String) throws -> String? {
        switch values[name] ?? .null {
        case .null: nil
        case .string(let text): text
        default: throw failure("the field '\(name)' must be text")
        }
    }

    func text(_ name: String) throws -> String {
        guard let text = try optionalText(name) else { throw failure("the field '\(name)' is missing") }
        return text
    }

    func email(_ name: String) throws -> String { try email(text(name), in: name) }

    func optionalEmail(_ name: String) throws -> String? {
        try optionalText(name).map { try email($0, in: name) }
    }

    /// A list of addresses without duplicates, in their order.
    func emails(_ name: String) throws -> [String] {
        switch values[name] ?? .null {
        case .null: throw failure("the field '\(name)' is missing")
        case .array(let elements):
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else { fallthrough }
            var seen: Set<String> = []
            return try texts.map { try email($0, in: name) }.filter { seen.insert($0).inserted }
        default: throw failure("the field '\(name)' must be a list of e-mail addresses")
        }
    }

    func time(_ name: String) throws -> Timestamp {
        let text = try text(name)
        guard let time = Timestamp(rfc3339: text) else {
            throw failure(
                "the field '\(name)' must be a time like 2026-03-11T13:15:00Z or 2026-03-11T09:15:00-04:00, "
                    + "not '\(text.prefix(40))'"
            )
        }
        return time
    }

    /// A value of an enumeration, by its raw value.
    func choice<Word: RawRepresentable>(_ name: String, of words: [Word]) throws -> Word
    where Word.RawValue == String {
        let text = try text(name)
        guard let word = words.first(where: { $0.rawValue == text }) else {
            let known = words.map(\.rawValue).joined(separator: ", ")
            throw failure("the field '\(name)' must be one of \(known), not '\(text.prefix(40))'")
        }
        return word
    }

    func flag(_ name: String, default standard: Bool) throws -> Bool {
        switch values[name] ?? .null {
        case .null: standard
        case .bool(let flag): flag
        default: throw failure("the field '\(name)' must be true or false")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        guard let given = values[name], given != .null else { return standard }
        guard let value = given.int, range.contains(value) else {
            throw failure("the field '\(name)' must be a whole number, \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The file's own identifier of an object: 1 to 128 bytes.
    func ref(_ name: String) throws -> String {
        let ref = try text(name)
        guard (1...128).contains(ref.utf8.count), ref.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw failure("the field '\(name)' must be 1 to 128 bytes without control characters")
        }
        return ref
    }

    func timezone(_ name: String) throws -> String? {
        guard let zone = try optionalText(name) else { return nil }
        return try validated(name) { try Accounts.timezone(zone) }
    }

    /// The result of a domain rule. If the rule rejects the value, the error names the field.
    func validated<Value>(_ name: String, _ rule: () throws -> Value) throws -> Value {
        do {
            return try rule()
        } catch let error as SpotterError {
            throw failure("the field '\(name)': \(error.message)")
        }
    }

    private func email(_ text: String, in name: String) throws -> String {
        try validated(name) { try Validation.email(text) }
    }
}
