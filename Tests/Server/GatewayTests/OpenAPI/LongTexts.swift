import Domain

/// Bodies that differ from a right one in one text, which is far too long.
struct LongTexts {
    let check: SchemaCheck
    private static let text = String(repeating: "x", count: 200_000)

    /// - Parameter operation: as the document describes it.
    /// - Returns: the body with each of its text fields too long, also those that it leaves out; none if the operation
    ///   takes no JSON.
    func variants(of body: JSONValue, in operation: JSONValue) -> [(field: String, body: JSONValue)] {
        guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { return [] }
        return variants(of: body, schema, at: "$")
    }

    private func variants(of value: JSONValue?, _ schema: JSONValue, at path: String) -> [(String, JSONValue)] {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            return check.components[String(name)].map { variants(of: value, $0, at: path) } ?? []
        }
        if let alternatives = schema["anyOf"]?.array ?? schema["oneOf"]?.array {
            return alternatives.flatMap { variants(of: value, $0, at: path) }
        }
        switch schema["type"]?.string {
        case "string": return [(path, .string(Self.text))]
        case "array":
            let items = schema["items"] ?? [:]
            return variants(of: value?[0], items, at: "\(path)[]").map { ($0, .array([$1])) }
        case "object": return members(of: value?.object ?? [:], schema, at: path)
        case nil: return free(value, at: path)
        default: return []
        }
    }

    private func members(
        of members: [String: JSONValue],
        _ schema: JSONValue,
        at path: String
    ) -> [(String, JSONValue)] {
        let declared = (schema["properties"]?.object ?? [:]).flatMap { key, property in
            variants(of: members[key], property, at: "\(path).\(key)").map { field, value in
                (field, JSONValue.object(members.merging([key: value]) { $1 }))
            }
        }
        guard let rest = schema["additionalProperties"], rest.object != nil else { return declared }
        let longKey = members.merging([Self.text: members.values.first ?? ""]) { $1 }
        let others = members.flatMap { key, member in
            variants(of: member, rest, at: "\(path).*").map { field, value in
                (field, JSONValue.object(members.merging([key: value]) { $1 }))
            }
        }
        return declared + others + [("\(path).key", .object(longKey))]
    }

    /// A value of any kind: what texts there are.
    private func free(_ value: JSONValue?, at path: String) -> [(String, JSONValue)] {
        switch value {
        case .string: return [(path, .string(Self.text))]
        case .array(let elements):
            return elements.first.map { free($0, at: "\(path)[]").map { ($0, .array([$1])) } } ?? []
        case .object(let members):
            return members.flatMap { key, member in
                free(member, at: "\(path).\(key)").map { ($0, .object(members.merging([key: $1]) { $1 })) }
            }
        default: return []
        }
    }
}
