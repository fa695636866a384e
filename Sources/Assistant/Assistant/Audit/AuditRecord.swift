import AssistantTools
import Crypto
import Domain
import Foundation
import SpotterAPI
import Storage

/// The input of an entry's hash: what its row holds apart from the words, and through `previousHash` all earlier rows.
struct AuditRecord {
    static let genesis = String(repeating: "0", count: 64)

    let position: Int64
    let id: AuditEntryID
    let ownerId: UserID
    let proposalId: ProposalID
    let tool: String
    /// Canonical JSON of the arguments without their words: ids, instants and numbers, which stay for ever.
    let arguments: String
    /// The salted hash of the words, which may be erased; empty if the tool has none.
    let wordsHash: String
    let state: String
    let door: String
    let actorId: UserID
    let at: Timestamp
    let previousHash: String

    /// The columns that the hash covers, in the order of `values`.
    static let columns =
        "position, id, owner_id, proposal_id, tool, arguments, words_hash, state, door, actor_id, at, previous_hash"

    var values: [any SQLBindable] {
        [position, id, ownerId, proposalId, tool, arguments, wordsHash, state, door, actorId, at, previousHash]
    }

    /// - Throws: `DecodingError` if the arguments aren't JSON.
    func hash(with key: AuditKey) throws -> String {
        let json = JSONValue.object([
            "position": .integer(Int(clamping: position)),
            "id": .string(id.description),
            "ownerId": .string(ownerId.description),
            "proposalId": .string(proposalId.description),
            "tool": .string(tool),
            "arguments": try JSONValue(text: arguments),
            "wordsHash": .string(wordsHash),
            "state": .string(state),
            "door": .string(door),
            "actorId": .string(actorId.description),
            "at": .string(at.description),
        ])
        return key.authenticate("entry", previousHash + json.text)
    }
}

/// The words of an entry's arguments, such as a message's text, and the salt of their hash.
///
/// The salt is erased together with the words. What is left is a hash that no list of likely texts reverses.
struct AuditWords {
    let text: String
    let salt: [UInt8]

    init(_ text: String) {
        self.text = text
        salt = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    init(text: String, salt: [UInt8]) {
        self.text = text
        self.salt = salt
    }

    var hash: String { Hexadecimal.encode(SHA256.hash(data: salt + Array(text.utf8))) }
}

/// A row of the table `audit_log`.
struct AuditRow {
    let record: AuditRecord
    /// `nil` if the tool has none, or if they were erased.
    let words: AuditWords?
    /// As stored.
    let hash: String

    static let columns = "\(AuditRecord.columns), words, salt, hash"

    init(row: any SQLRow) throws {
        record = AuditRecord(
            position: try row.int(0),
            id: try row.id(1),
            ownerId: try row.id(2),
            proposalId: try row.id(3),
            tool: try row.text(4),
            arguments: try row.text(5),
            wordsHash: try row.text(6),
            state: try row.text(7),
            door: try row.text(8),
            actorId: try row.id(9),
            at: try row.timestamp(10),
            previousHash: try row.text(11)
        )
        words = row.isNull(12) || row.isNull(13) ? nil : AuditWords(text: try row.text(12), salt: try row.blob(13))
        hash = try row.text(14)
    }
}
