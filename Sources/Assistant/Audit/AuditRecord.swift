import Crypto
import Domain
import Foundation
import SpotterAPI
import Storage

/// The input of an entry's hash: every column of its row and, through `previousHash`, all earlier rows.
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

    // MARK: Rows

    /// The columns that the hash covers, in the order of `values`.
    static let columns =
        "position, id, owner_id, proposal_id, tool, arguments, state, door, actor_id, at, previous_hash"

    var values: [any SQLBindable] {
        [position, id, ownerId, proposalId, tool, arguments, state, door, actorId, at, previousHash]
    }

    /// Computes the row's hash.
    /// - Throws: `DecodingError` if the arguments aren't JSON.
    func hash() throws -> String {
        let json = JSONValue.object([
            "position": .integer(Int(clamping: position)),
            "id": .string(id.description),
            "ownerId": .string(ownerId.description),
            "proposalId": .string(proposalId.description),
            "tool": .string(tool),
            "arguments": try JSONValue(text: arguments),
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

/// A row of the table `audit_log`.
struct AuditRow {
    let record: AuditRecord
    /// As stored.
    let hash: String

    static let columns = "\(AuditRecord.columns), hash"

    init(row: any SQLRow) throws {
        record = AuditRecord(
            position: try row.int(0),
            id: try row.id(1),
            ownerId: try row.id(2),
            proposalId: try row.id(3),
            tool: try row.text(4),
            arguments: try row.text(5),
            state: try row.text(6),
            door: try row.text(7),
            actorId: try row.id(8),
            at: try row.timestamp(9),
            previousHash: try row.text(10)
        )
        hash = try row.text(11)
    }
}
