/// The parts of a message outside its row, as bits of `messages.extras`. A bit is set when the part exists and cleared
/// only by deletion, so a plain message needs no further query.
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
