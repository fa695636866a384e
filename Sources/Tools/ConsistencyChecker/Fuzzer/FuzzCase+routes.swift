import Domain

extension FuzzCase {
    /// A request to each route of the OpenAPI document, with a valid body.
    static func routes(_ document: JSONValue) -> [FuzzCase] {
        (document["paths"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { path, methods in
            (methods.object ?? [:]).sorted { $0.key < $1.key }.map { method, operation in
                http(method.uppercased(), path, operation)
            }
        }
    }

    private static func http(_ method: String, _ path: String, _ operation: JSONValue) -> FuzzCase {
        var target = path
        for (parameter, name) in placeholders { target = target.replacing("{\(parameter)}", with: "{\(name)}") }
        let query = (operation["parameters"]?.array ?? []).filter { $0["in"]?.string == "query" }
        let asked = query.compactMap { $0["name"]?.string }.map { "\($0)=1" }.joined(separator: "&")
        if !asked.isEmpty { target += "?\(asked)" }
        let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
        let body = schema.map { sample($0) } ?? ""
        let head = [
            "\(method) \(target) HTTP/1.1", "Host: fuzz", "Authorization: Bearer {TOKEN}",
            "Content-Type: application/json", "Connection: close", "Content-Length: \(length(body))",
        ]
        return FuzzCase(kind: .http, bytes: Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    /// The length after placeholders are replaced by ids, which have 36 characters.
    private static func length(_ body: String) -> Int {
        var text = body
        for name in Set(placeholders.map(\.1)) {
            text = text.replacing("{\(name)}", with: String(repeating: "0", count: 36))
        }
        return text.utf8.count
    }

    private static let placeholders = [
        ("chatId", "CHAT"), ("messageId", "MESSAGE"), ("userId", "USER"), ("mediaId", "MESSAGE"),
        ("eventId", "MESSAGE"), ("reminderId", "MESSAGE"), ("prospectId", "MESSAGE"), ("proposalId", "MESSAGE"),
        ("conversationId", "MESSAGE"), ("sessionId", "MESSAGE"), ("user", "USER"), ("clientId", "USER"),
    ]

    private static func sample(_ schema: JSONValue) -> String {
        let fields = (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }.map { name, type -> String in
            let id = placeholders.first { $0.0 == name }.map { "\"{\($0.1)}\"" }
            let value =
                switch type["type"]?.string {
                case "integer", "number": "1"
                case "boolean": "true"
                case "object": "{}"
                case "array": name.hasSuffix("Ids") ? "[\"{USER}\"]" : "[]"
                default: id ?? "\"text\""
                }
            return "\"\(name)\":\(value)"
        }
        return "{\(fields.joined(separator: ","))}"
    }
}
