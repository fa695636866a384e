import Domain

/// As much of JSON Schema (draft 2020-12) as the OpenAPI document uses. Stricter in one point: a key that a schema
/// doesn't declare is an error.
struct SchemaCheck {
    /// `components/schemas`.
    let components: [String: JSONValue]

    /// What is wrong with `value`, each with its place; nothing if it fits.
    func problems(_ value: JSONValue, _ schema: JSONValue, at path: String = "$") -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
        if let reference = schema["$ref"]?.string {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let target = components[name] else { return ["\(path): \(reference) leads nowhere"] }
            return problems(value, target, at: path)
        }
        if let alternatives = schema["anyOf"]?.array {
            let attempts = alternatives.map { problems(value, $0, at: path) }
            return attempts.contains { $0.isEmpty } ? [] : attempts.min { $0.count < $1.count } ?? []
        }
        if let alternatives = schema["oneOf"]?.array {
            let attempts = alternatives.map { problems(value, $0, at: path) }
            let fitting = attempts.count { $0.isEmpty }
            if fitting == 1 { return [] }
            return fitting > 1 ? ["\(path): fits \(fitting) alternatives"] : attempts.min { $0.count < $1.count } ?? []
        }
        if let words = schema["enum"]?.array, !words.contains(value) {
            return ["\(path): \(value.text) is none of \(JSONValue.array(words).text)"]
        }
        switch schema["type"]?.string {
        case nil: return keywords.isEmpty ? [] : ["\(path): a schema without a type"]
        case "null": return value == .null ? [] : ["\(path): \(value.text) isn't null"]
        case "boolean": return value.bool == nil ? ["\(path): \(value.text) isn't a boolean"] : []
        case "integer": return value.int == nil ? ["\(path): \(value.text) isn't an integer"] : []
        case "number": return value.double == nil ? ["\(path): \(value.text) isn't a number"] : []
        case "string": return string(value, schema["format"]?.string, at: path)
        case "array":
            guard let elements = value.array, let items = schema["items"] else { return ["\(path): isn't a list"] }
            return elements.enumerated().flatMap { problems($0.element, items, at: "\(path)[\($0.offset)]") }
        case "object": return object(value, schema, at: path)
        case let type?: return ["\(path): the type \(type) is unknown"]
        }
    }

    private func string(_ value: JSONValue, _ format: String?, at path: String) -> [String] {
        guard let text = value.string else { return ["\(path): \(value.text) isn't a string"] }
        let isRight =
            switch format {
            case "uuid": ID<Message>(text) != nil
            case "date-time": Timestamp(rfc3339: text) != nil
            default: true
            }
        return isRight ? [] : ["\(path): '\(text)' isn't a \(format ?? "")"]
    }

    private func object(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
        guard case .object(let members) = value else { return ["\(path): \(value.text) isn't an object"] }
        let properties = schema["properties"]?.object ?? [:]
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        let missing = required.filter { members[$0] == nil }.map { "\(path): '\($0)' is missing" }
        return missing
            + members.flatMap { key, member in
                if let property = properties[key] { return problems(member, property, at: "\(path).\(key)") }
                if let rest = schema["additionalProperties"] { return problems(member, rest, at: "\(path).\(key)") }
                return ["\(path): '\(key)' isn't declared"]
            }
    }
}
