import Domain
import Foundation
import Hummingbird

/// What a request of the era without sessions says about itself, in its body and again in its headers.
struct ModernEnvelope: Sendable {
    /// Whether the client shows its user a form on request.
    let hasElicitation: Bool

    private static let prefix = "io.modelcontextprotocol/"
    static let versionKey = prefix + "protocolVersion"
    static let capabilitiesKey = prefix + "clientCapabilities"
    static let serverInfoKey = prefix + "serverInfo"

    /// Whether a body is of this era, whatever its headers say.
    static func isIn(_ params: JSONValue) -> Bool { params["_meta"]?[versionKey] != nil }

    /// - Throws: `invalidParams`, `headerMismatch` or `unsupportedVersion`, in this order of importance.
    init(_ rpc: JSONRPCRequest, _ request: Request) throws(JSONRPCError) {
        let meta = rpc.params["_meta"]
        guard let version = meta?[Self.versionKey]?.string, let capabilities = meta?[Self.capabilitiesKey],
            capabilities.object != nil || capabilities.given == nil
        else {
            throw .invalidParams("params._meta must hold \(Self.versionKey) and \(Self.capabilitiesKey).")
        }
        guard request.single(MCPResponse.versionHeader) == version else {
            throw .headerMismatch("MCP-Protocol-Version")
        }
        guard request.single(MCPResponse.methodHeader) == rpc.method else { throw .headerMismatch("Mcp-Method") }
        if let name = Self.name(of: rpc) {
            guard Self.decoded(request.single(MCPResponse.nameHeader)) == name else {
                throw .headerMismatch("Mcp-Name")
            }
        }
        guard ProtocolVersion(rawValue: version)?.isModern == true else { throw .unsupportedVersion(version) }
        hasElicitation = Elicitation.isOffered(in: capabilities)
    }

    private static func name(of rpc: JSONRPCRequest) -> String? {
        switch rpc.method {
        case "tools/call", "prompts/get": rpc.params["name"]?.string
        case "resources/read": rpc.params["uri"]?.string
        default: nil
        }
    }

    /// Names that aren't plain ASCII come as `=?base64?…?=`.
    private static func decoded(_ header: String?) -> String? {
        guard let header, header.hasPrefix("=?base64?"), header.hasSuffix("?=") else { return header }
        let payload = String(header.dropFirst(9).dropLast(2))
        guard let data = Data(base64Encoded: payload), data.base64EncodedString() == payload else { return nil }
        return String(bytes: data, encoding: .utf8)
    }
}
