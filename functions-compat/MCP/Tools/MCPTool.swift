import Domain

/// A tool as clients see it, and who may use it.
struct MCPTool: Sendable {
    enum Kind: Sendable {
        case reading
        /// It proposes something. `isDestructive` if that takes something away or can't be taken back.
        case proposing(isDestructive: Bool)
    }

    let name: String
    let title: String
    let description: String
    let kind: Kind
    let properties: [String: JSONValue]
    let required: [String]
    /// All of these are needed by a key.
    let scopes: [KeyScope]
    /// Whether only trainers have it.
    var isForTrainers = false

    /// The members of an entry of `tools/list`.
    var json: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": [
                "type": "object", "properties": .object(properties),
                "required": .array(required.map { .string($0) }), "additionalProperties": false,
            ],
            "annotations": annotations,
        ]
    }

    private var annotations: JSONValue {
        switch kind {
        case .reading: ["readOnlyHint": true, "openWorldHint": false]
        case .proposing(let isDestructive):
            [
                "readOnlyHint": false, "destructiveHint": .bool(isDestructive), "idempotentHint": false,
                "openWorldHint": false,
            ]
        }
    }
}
