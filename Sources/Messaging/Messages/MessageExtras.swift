/// What a message has beside its row, as bits of `messages.extras`. A bit is set when there's something to read and
/// cleared only by deletion. A plain message costs no further query.
package struct MessageExtras: OptionSet, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let reactions = MessageExtras(rawValue: 1)
    package static let media = MessageExtras(rawValue: 2)
    package static let mentions = MessageExtras(rawValue: 4)

    func setting(_ extra: MessageExtras, to isSet: Bool) -> MessageExtras {
        isSet ? union(extra) : subtracting(extra)
    }
}
