import AssistantTools
import Crypto
import Domain
import Foundation
import SpotterAPI
import Storage

/// An entry as servers without a key wrote it. It is verified once, by the hash of that time, and then sealed.
struct UnkeyedAuditRecord {
    static let columns =
        "position, id, owner_id, proposal_id, tool, arguments, state, door, actor_id, at, previous_hash, hash"

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
    /// As stored.
    var hash = ""

    /// The entry without its place in the chain.
    func draft() throws -> AuditLog.AuditDraft {
        // An entry that no version could have written keeps its arguments as they are.
        let known = ToolName(rawValue: tool).flatMap { try? ToolArguments(tool: $0, json: arguments) }
        return AuditLog.AuditDraft(
            id: id,
            ownerId: ownerId,
            proposalId: proposalId,
            tool: tool,
            arguments: try known.map { try JSONValue(encoding: $0.withoutWords).text } ?? "{}",
            words: known.map(\.words) ?? arguments,
            state: state,
            door: door,
            actorId: actorId,
            at: at
        )
    }

    /// - Throws: `DecodingError` if the arguments aren't JSON.
    func computedHash() throws -> String {
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
        return Hexadecimal.encode(SHA256.hash(data: Data((previousHash + json.text).utf8)))
    }
}

extension UnkeyedAuditRecord {
    init(row: any SQLRow) throws {
        self.init(
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
            previousHash: try row.text(10),
            hash: try row.text(11)
        )
    }
}

/// Verifies the chain of a log without a key.
struct UnkeyedAuditChain {
    private var position: Int64 = 0
    private var hash = AuditRecord.genesis
    private var broken: (Int64, String)?

    mutating func check(_ entry: UnkeyedAuditRecord) {
        defer { (position, hash) = (entry.position, entry.hash) }
        guard broken == nil else { return }
        let isRight =
            entry.position == position + 1 && entry.previousHash == hash
            && (try? JSONValue(text: entry.arguments).text) == entry.arguments
            && (try? entry.computedHash()) == entry.hash
        if !isRight { broken = (position + 1, "the entry was changed, or one before it is missing") }
    }

    /// The first fault, once every entry was checked.
    func fault(atTheEndOn connection: any SQLConnection) throws -> (Int64, String)? {
        if let broken { return broken }
        let head = try connection.first("SELECT position, hash FROM audit_head_unkeyed WHERE id = 1") {
            (position: try $0.int(0), hash: try $0.text(1))
        }
        guard head?.position ?? 0 == position, head?.hash ?? AuditRecord.genesis == hash else {
            return (position + 1, "the end of the log is missing, or its head was changed")
        }
        return nil
    }
}
