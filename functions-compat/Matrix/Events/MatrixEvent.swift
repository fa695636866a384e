import Domain

/// An event as clients get it.
struct MatrixEvent: Sendable {
    let id: MatrixEventID
    let type: String
    let sender: UserID
    let at: Timestamp
    var content: JSONValue
    /// Of a state event.
    var stateKey: String?
    /// What this event takes away.
    var redacts: MatrixEventID?
    var unsigned: [String: JSONValue] = [:]

    func json(in room: ChatID, _ names: MatrixNames) -> JSONValue {
        var event: [String: JSONValue] = [
            "event_id": .string(id.text), "type": .string(type), "sender": .string(names.user(sender)),
            "origin_server_ts": .integer(Int(clamping: at.milliseconds)), "content": content,
            "room_id": .string(names.room(room)), "unsigned": .object(unsigned),
        ]
        if let stateKey { event["state_key"] = .string(stateKey) }
        if let redacts { event["redacts"] = .string(redacts.text) }
        return .object(event)
    }
}
