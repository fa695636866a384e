import Accounts
import Crypto
import Domain
import Foundation
import SpotterAPI

/// Seals which proposal a call has led to, for the client to bring back. Nothing is kept on the server.
///
/// A state opens only for the same user in the same session or by the same key, for the same tool with the same
/// arguments, until the proposal expires. Bringing it back twice does nothing twice, since a proposal is done once.
struct RequestStates: Sendable {
    private let key: SymmetricKey
    private let clock: any WallClock

    init(key: [UInt8], clock: any WallClock) {
        self.key = SymmetricKey(data: key)
        self.clock = clock
    }

    /// `proposal.version.milliseconds.code`.
    func seal(_ proposal: Proposal, of call: ToolCall, for principal: Principal) -> String {
        let end = proposal.expiresAt.milliseconds
        let code = HMAC<SHA256>.authenticationCode(
            for: message(proposal.id, proposal.version, end, call, principal),
            using: key
        )
        return "\(proposal.id).\(proposal.version).\(end).\(Hexadecimal.encode(code))"
    }

    /// The proposal and its version that was shown; `nil` unless the state was sealed for exactly this.
    func open(_ state: String, of call: ToolCall, for principal: Principal) -> (id: ProposalID, version: Int)? {
        guard state.utf8.count <= 256 else { return nil }
        let parts = state.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let proposal = ProposalID(String(parts[0])), let version = Int(parts[1]),
            let end = Int64(parts[2]), let code = Hexadecimal.decode(String(parts[3]))
        else { return nil }
        let isSealed = HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: message(proposal, version, end, call, principal),
            using: key
        )
        guard isSealed, end > clock.now().milliseconds else { return nil }
        return (proposal, version)
    }

    private func message(
        _ proposal: ProposalID,
        _ version: Int,
        _ end: Int64,
        _ call: ToolCall,
        _ principal: Principal
    ) -> Data {
        let contents: JSONValue = [
            "mcp request state", .string(proposal.description), .string(String(version)), .string(String(end)),
            .string(call.name), .object(call.arguments), .string(principal.userId.description),
            .string(principal.sessionId.description),
        ]
        return Data(contents.text.utf8)
    }
}
