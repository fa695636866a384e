/// The client ids that a load gives its messages.
package enum ClientIDKind: String, CaseIterable, Encodable, Sendable {
    /// They rise with the time of the send, as UUIDv7 does.
    case ordered
    /// UUIDv4, as most platforms make them: each falls anywhere among the earlier ones.
    case random
}
