import Domain
import Messaging

/// One room in the answer to a sync.
struct RoomSync: Sendable {
    let chat: Chat
    /// What the client knows of it; `nil` if it is new to it.
    let known: SyncToken.Room?
    let now: SyncToken.Room

    var isChanged: Bool { known != now }

    private var tellsState: Bool { known?.state != now.state }
    private var tellsEphemeral: Bool { known?.ephemeral != now.ephemeral }

    func request(limit: Int) -> TimelineRequest {
        TimelineRequest(
            chatId: chat.id,
            after: known?.seq ?? 0,
            upTo: chat.seq,
            limit: limit,
            readPositions: tellsEphemeral
                ? Dictionary(chat.members.map { ($0.userId, $0.readSeq) }) { first, _ in first } : [:]
        )
    }

    func json(
        _ page: TimelinePage,
        _ events: MessageEvents,
        typists: [UserID],
        viewer: UserID,
        isFull: Bool
    ) -> JSONValue {
        let names = events.names
        let state = RoomState(chat, names)
        var stateEvents = tellsState || isFull ? state.events : []
        stateEvents += page.leavers.sorted { $0.userId < $1.userId }.map(state.leaver)
        let timeline = page.changes.flatMap { events.events(of: $0) }
        let start = page.changes.first.map { $0.event.seq - 1 } ?? known?.seq ?? chat.seq
        var room: [String: JSONValue] = [
            "timeline": [
                "events": .array(timeline.map { $0.json(in: chat.id, names) }), "limited": .bool(page.hasMore),
                "prev_batch": .string(PageToken(seq: start).text),
            ],
            "state": ["events": .array(stateEvents.map { $0.json(in: chat.id, names) })],
            "ephemeral": ["events": .array(tellsEphemeral || isFull ? ephemeral(page, typists, names) : [])],
            "account_data": ["events": .array(tellsEphemeral || isFull ? accountData(page, viewer) : [])],
            "unread_notifications": [
                "notification_count": .integer(chat.mutedUntil == nil ? chat.unread : 0),
                "highlight_count": .integer(chat.unreadMentions),
            ],
        ]
        room["summary"] = tellsState || isFull ? summary(viewer, names) : [:]
        return .object(room)
    }

    private func summary(_ viewer: UserID, _ names: MatrixNames) -> JSONValue {
        let others = chat.members.filter { $0.userId != viewer }.prefix(5)
        return [
            "m.heroes": .array(others.map { .string(names.user($0.userId)) }),
            "m.joined_member_count": .integer(chat.members.count), "m.invited_member_count": 0,
        ]
    }

    private func ephemeral(_ page: TimelinePage, _ typists: [UserID], _ names: MatrixNames) -> [JSONValue] {
        var receipts: [String: [String: JSONValue]] = [:]
        for (user, mark) in page.readMarks {
            receipts[MatrixEventID.message(mark.messageId).text, default: [:]][names.user(user)] = [
                "ts": .integer(Int(clamping: mark.at.milliseconds))
            ]
        }
        let typing: JSONValue = [
            "type": "m.typing", "content": ["user_ids": .array(typists.map { .string(names.user($0)) })],
        ]
        guard !receipts.isEmpty else { return [typing] }
        return [
            typing,
            ["type": "m.receipt", "content": .object(receipts.mapValues { ["m.read": .object($0)] })],
        ]
    }

    private func accountData(_ page: TimelinePage, _ viewer: UserID) -> [JSONValue] {
        let tags: JSONValue = chat.isPinned ? ["m.favourite": ["order": 0]] : [:]
        var events: [JSONValue] = [["type": "m.tag", "content": ["tags": tags]]]
        if let mark = page.readMarks[viewer] {
            let event = MatrixEventID.message(mark.messageId).text
            events.append(["type": "m.fully_read", "content": ["event_id": .string(event)]])
        }
        return events
    }

    /// A room that the client knows and its user isn't in any more.
    static func left(_ chat: ChatID, _ user: User, _ names: MatrixNames, _ services: MatrixServices) -> JSONValue {
        let event = MatrixEvent(
            id: .state(chat.bytes),
            type: "m.room.member",
            sender: user.id,
            at: services.clock.now(),
            content: RoomState.membership("leave", name: user.displayName, photo: nil, names),
            stateKey: names.user(user.id)
        )
        return [
            "timeline": ["events": [event.json(in: chat, names)], "limited": false, "prev_batch": "p0"],
            "state": ["events": []], "account_data": ["events": []],
        ]
    }
}
