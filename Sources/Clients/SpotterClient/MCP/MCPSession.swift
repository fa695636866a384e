import Domain
import Foundation

/// What HTTP says beside a message and pipes don't.
struct MCPSession {
    /// Of the era with sessions.
    var id: String?
    var version: String?

    /// The revision that a message of the era without sessions names.
    static func version(of message: JSONValue) -> String? {
        message["params"]?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string
    }

    func headers(of message: JSONValue, isModern: Bool) -> [(String, String)] {
        let method = message["method"]?.string ?? ""
        guard isModern else {
            guard method != "initialize" else { return [] }
            return [("Mcp-Session-Id", id), ("MCP-Protocol-Version", version)].compactMap { name, value in
                value.map { (name, $0) }
            }
        }
        var headers = [
            ("MCP-Protocol-Version", Self.version(of: message) ?? ""), ("Mcp-Method", Self.value(method)),
        ]
        let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"][method]
        if let named, let name = message["params"]?[named]?.string { headers.append(("Mcp-Name", Self.value(name))) }
        return headers
    }

    /// Text that a header can carry.
    private static func value(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text == text.trimmed
        guard !isPlain || text.hasPrefix("=?base64?") else { return text }
        return "=?base64?\(Data(text.utf8).base64EncodedString())?="
    }
}
