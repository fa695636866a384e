import Domain
import Storage

/// How far the messages are in the table `sent_messages`; its only row.
struct SentMessageProgress {
    let key: SipHash.Key
    /// All messages up to this number are in the table.
    var indexed: Int64
    /// The last number of the batch that is being written.
    var target: Int64
    /// How many entries of that batch were written.
    var written: Int64

    mutating func begin(_ target: Int64) { (self.target, written) = (target, 0) }

    static func read(on connection: any SQLConnection) throws -> SentMessageProgress {
        let found = try connection.first("SELECT key, indexed, target, written FROM sent_message_progress") { row in
            let key = try row.id(0, MessageID.self)
            return SentMessageProgress(
                key: SipHash.Key(low: key.high, high: key.low),
                indexed: try row.int(1),
                target: try row.int(2),
                written: try row.int(3)
            )
        }
        guard let found else { throw SpotterError.storageDamaged }
        return found
    }

    func write(on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE sent_message_progress SET indexed = $1, target = $2, written = $3",
            indexed,
            target,
            written
        )
    }
}
