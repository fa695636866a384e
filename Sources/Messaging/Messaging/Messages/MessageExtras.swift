/// What a message has besides its row, as bits of `messages.extras`. The bit of a part is set when the part exists and
/// cleared only by deletion, so a plain message needs no further query.
package struct MessageExtras: OptionSet, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let reactions = MessageExtras(rawValue: 1)
    package static let media = MessageExtras(rawValue: 2)
    package static let mentions = MessageExtras(rawValue: 4)
    /// Not a part: the message was imported, and stays so when it is deleted.
    package static let imported = MessageExtras(rawValue: 8)
    package static let transcript = MessageExtras(rawValue: 16)

    /// The condition that a row was imported, for a statement that has its `extras` in this column.
    package static func isImported(_ column: String) -> String { "(\(column) & \(imported.rawValue) <> 0)" }

    func setting(_ extra: MessageExtras, to isSet: Bool) -> MessageExtras {
        isSet ? union(extra) : subtracting(extra)
    }
}
