import Crypto
import Domain
import Foundation
import SpotterAPI

/// What an entry's hash covers: every column of its row, and through `previousHash` all rows before.
struct AuditRecord {
    static let genesis = String(repeating: "0", count: 64)

    let position: Int64
    let id: AuditEntryID
    let ownerId: UserID
    let proposalId: ProposalID
    let tool: String
    /// Canonical JSON.
    let arguments: String
    let state: String
    let door: String
    let actorId: UserID
    let at: Timestamp
    let previousHash: String

    func hash() throws -> String {
        let json = CanonicalJSON.object([
            "position": .integer(position),
            "id": .string(id.description),
            "ownerId": .string(ownerId.description),
            "proposalId": .string(proposalId.description),
            "tool": .string(tool),
            "arguments": try CanonicalJSON(text: arguments),
            "state": .string(state),
            "door": .string(door),
            "actorId": .string(actorId.description),
            "at": .string(at.description),
        ])
        let digest = SHA256.hash(data: Data((previousHash + json.text).utf8))
        return digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 2 ? digits : "0" + digits
        }.joined()
    }
}
