import Domain
import Testing

@testable import ConsistencyChecker

/// A checker that can't fail proves nothing: each fault, put into a whole history, is found by its rule.
@Suite struct OracleTests {
    @Test func wholeHistoryIsWhole() { #expect(Rules.check(Example.whole) == []) }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        let make: @Sendable (inout History) -> Void

        init(_ name: String, _ rule: String, _ make: @escaping @Sendable (inout History) -> Void) {
            (testDescription, self.rule, self.make) = (name, rule, make)
        }
    }

    static let faults: [Fault] = [
        Fault("an acked message is gone", "no acked loss") { $0.logs[Example.chat]?.remove(at: 0) },
        Fault("an acked message has another place", "no acked loss") {
            $0.sends[0].outcome = .done(Example.message(9, by: "ann"))
        },
        Fault("an answered edit never happened", "no acked loss") { $0.logs[Example.chat]?.remove(at: 2) },
        Fault("a message is there twice", "no duplicate") { history in
            var copy = Example.created(5, by: "bob").object ?? [:]
            copy["message"] = Example.message(2, by: "bob")
            history.logs[Example.chat]?.append(
                .object(copy.merging(["message": Example.message(5, by: "bob").with("clientMessageId", "k2")]) { $1 })
            )
        },
        Fault("two acks of one key name two messages", "no duplicate") {
            let other = Example.message(2, by: "ann").with("clientMessageId", "k1")
            $0.sends.append(
                .init(sender: "ann", chat: Example.chat, key: "k1", text: "text 1", began: 9, outcome: .done(other))
            )
        },
        Fault("an event comes twice", "no duplicate") {
            $0.connections[1].frames.insert($0.connections[1].frames[2], at: 3)
        },
        Fault("a message that nobody sent", "no phantom") { $0.sends.remove(at: 1) },
        Fault("a text that nobody wrote", "no phantom") {
            $0.sends[1] = .init(
                sender: "bob",
                chat: Example.chat,
                key: "k2",
                text: "other",
                began: 6,
                outcome: .unknown
            )
        },
        Fault("a change that nobody made", "no phantom") { $0.changes.remove(at: 1) },
        Fault("two members see two orders", "one order") { history in
            let frames = history.connections[1].frames
            history.connections[1].frames[1] = .init(tick: frames[1].tick, json: frames[2].json.with("seq", 1))
            history.connections[1].frames[2] = .init(tick: frames[2].tick, json: frames[1].json.with("seq", 2))
        },
        Fault("events come in the wrong order", "gapless seq") { $0.connections[1].frames.swapAt(1, 2) },
        Fault("an event is left out", "gapless seq") { $0.connections[1].frames.remove(at: 2) },
        Fault("the log has a gap", "one order") { $0.logs[Example.chat]?.remove(at: 1) },
        Fault("a future position is believed", "gapless seq") { history in
            let old = history.connections[1]
            history.connections[1] = .init(
                device: old.device,
                user: old.user,
                positions: [Example.chat: 50],
                frames: old.frames
            )
        },
        Fault("nobody says that a chat is gone", "gapless seq") {
            let frames = [["type": "welcome", "chats": []] as JSONValue, ["type": "pong", "id": "p"]].enumerated().map {
                History.Frame(tick: 60 + $0.offset, json: $0.element)
            }
            $0.connections.append(.init(device: "c1", user: "cid", positions: [Example.chat: 4], frames: frames))
        },
        Fault("a cursor goes back", "monotone cursors") {
            $0.add(Example.receipt("bob", delivered: 2, read: 2), to: 0)
        },
        Fault("read is beyond delivered", "monotone cursors") {
            $0.add(Example.receipt("bob", delivered: 3, read: 4), to: 0)
        },
        Fault("a cursor beyond everything", "monotone cursors") {
            $0.add(Example.receipt("bob", delivered: 9, read: 9), to: 0)
        },
        Fault("a later read answers less", "monotone cursors") {
            $0.read(.markRead, "ann", ["readSeq": 2, "unread": 0], at: 70)
            $0.read(.markRead, "ann", ["readSeq": 1, "unread": 1], at: 80)
        },
        Fault("a welcome counts wrong", "unread = f(seq, cursor)") {
            $0.connections.append(
                .init(
                    device: "b2",
                    user: "bob",
                    positions: nil,
                    frames: [.init(tick: 90, json: Example.welcome(4, read: 0, unread: 2))]
                )
            )
        },
        Fault("a read counts wrong", "unread = f(seq, cursor)") {
            $0.read(.markRead, "ann", ["readSeq": 1, "unread": 7], at: 70)
        },
        Fault("a status goes back", "status monotone") {
            let again = Example.event(
                "message.edited",
                5,
                ["message": Example.message(1, by: "ann", text: "better", status: "sent")]
            )
            $0.connections[0].frames[3] = .init(
                tick: 6,
                json: Example.edited.with("message", Example.message(1, by: "ann", text: "better", status: "read"))
            )
            $0.add(again, to: 0)
        },
        Fault("an event after the removal", "nothing after removal") { history in
            history.logs[Example.chat]?.append(Example.created(5, by: "bob"))
            history.add(Example.created(5, by: "bob"), to: 2)
        },
        Fault("a receipt after the removal", "nothing after removal") {
            $0.add(Example.receipt("ann", delivered: 2, read: 2), to: 2)
        },
        Fault("a read after the removal", "nothing after removal") {
            $0.read(.messages, "cid", ["messages": []], at: 70)
        },
        Fault("a send after the removal", "nothing after removal") {
            $0.sends.append(
                .init(
                    sender: "cid",
                    chat: Example.chat,
                    key: "k9",
                    text: "x",
                    began: 70,
                    outcome: .done(Example.message(2, by: "cid"))
                )
            )
        },
        Fault("a removed member is told that the chat exists", "nothing after removal") {
            $0.fetched[2].absent[Example.chat] = 403
        },
        Fault("a sync leaves something out", "replay = live") {
            $0.fetched[0].replays = [.init(positions: [Example.chat: 1], chats: $0.fetched[0].replays[0].chats)]
        },
        Fault("a sync believes a future position", "replay = live") {
            $0.fetched[0].replays = [.init(positions: [Example.chat: 100], chats: $0.fetched[0].replays[0].chats)]
        },
        Fault("digests differ", "digest = positions") {
            $0.finalDigests = [.init(device: "a1", own: "d", server: "e")]
        },
        Fault("an edit doesn't arrive", "live = fresh") {
            $0.connections[1].frames[3] = .init(
                tick: 6,
                json: Example.edited.with("message", Example.message(1, by: "ann"))
            )
        },
        Fault("a receipt doesn't arrive", "live = fresh") { $0.connections[0].frames.removeLast() },
        Fault("a name doesn't arrive", "live = fresh") {
            $0.fetched[0].chats[0] = $0.fetched[0].chats[0].with("name", "Other")
        },
        Fault("a removal doesn't arrive", "live = fresh") { $0.connections[2].frames.removeLast() },
        Fault("a request without an answer", "every request answered") { $0.unanswered = ["a1: no answer"] },
        Fault("a defect is told", "every request answered") {
            $0.add(["type": "error", "error": ["code": "internal_error"]], to: 0)
        },
    ]

    @Test(arguments: faults) func findsTheFault(_ fault: Fault) {
        var history = Example.whole
        fault.make(&history)
        let rules = Set(Rules.check(history).map(\.rule))
        #expect(rules.contains(fault.rule), "found: \(rules)")
    }

    @Test func everyRuleIsShownToFail() {
        #expect(Set(Rules.all.map { $0.name }).subtracting(Self.faults.map(\.rule)) == [])
    }
}

extension JSONValue {
    fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
        .object((object ?? [:]).merging([key: value]) { $1 })
    }
}

extension History {
    fileprivate mutating func add(_ frame: JSONValue, to connection: Int) {
        connections[connection].frames.append(.init(tick: 50 + connections[connection].frames.count, json: frame))
    }

    fileprivate mutating func read(_ kind: Read.Kind, _ user: String, _ body: JSONValue, at tick: Int) {
        let read = Read(
            kind: kind,
            user: user,
            device: "x",
            chat: Example.chat,
            began: tick,
            ended: tick + 1,
            status: 200,
            body: body
        )
        reads.append(read)
    }
}
