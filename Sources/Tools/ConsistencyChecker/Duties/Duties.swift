import Domain
import SpotterAPI
import Synchronization

/// What servers do by themselves: messages that somebody schedules at all of them, and reminders, fall due while faults
/// last. One server at a time does this work, and it has to be done once.
struct Duties: Sendable {
    /// Between two, at each server.
    private static let pause = Duration.milliseconds(500)
    /// Their notices fit into one page.
    private static let maxReminders = 150

    let fixture: CheckFixture
    let clients: [ServerClient]
    let record = Record()
    /// Milliseconds by which a server's clock may be ahead of this machine's: a time has to lie ahead for all of them.
    private let ahead: Int64

    final class Record: Sendable {
        struct State {
            var next = 0
            /// By the texts of the messages: whether a server has said that it's scheduled.
            var scheduled: [String: Bool] = [:]
            /// The reminders that a server has said to have made.
            var reminders: Set<String> = []
        }

        private let state = Mutex(State())

        var now: State { state.withLock { $0 } }

        func change<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }
    }

    /// Makes an account and a chat.
    /// - Throws: `unavailable` if that isn't possible.
    static func prepare(_ options: Check.Options, _ features: Features, through clients: [ServerClient]) async throws
        -> Duties
    {
        let plan = Plan(seed: .max - 1, steps: 10, features: features)
        return Duties(
            fixture: try await .set(plan, through: clients[0]),
            clients: clients,
            ahead: Int64(options.clocks / .milliseconds(1))
        )
    }

    private init(fixture: CheckFixture, clients: [ServerClient], ahead: Int64) {
        (self.fixture, self.clients, self.ahead) = (fixture, clients, ahead)
    }

    /// Plans work at each server until the task is cancelled.
    func plan() async {
        await withTaskGroup { group in
            for client in clients {
                group.addTask {
                    while !Task.isCancelled {
                        await planOne(at: client)
                        try? await Task.sleep(for: Self.pause)
                    }
                }
            }
        }
    }

    private func planOne(at client: ServerClient) async {
        let number = record.change { state in
            state.next += 1
            return state.next
        }
        let text = "duty \(number)"
        // Due after one to six seconds, in no order.
        let time = SystemClock().now().adding(milliseconds: ahead + 1000 + Int64(number * 977 % 5000))
        let token = fixture.people[0].token
        if number % 3 == 0, number / 3 <= Self.maxReminders {
            let answer = await client.request(
                "POST",
                "/v1/reminders",
                token: token,
                NewReminderRequest(text: text, dueAt: time)
            )
            if let id = answer?.body["reminder"]?.id { record.change { _ = $0.reminders.insert(id) } }
        } else {
            record.change { $0.scheduled[text] = false }
            let answer = await client.request(
                "POST",
                "/v1/scheduled-messages",
                token: token,
                NewScheduledMessageRequest(
                    chatId: fixture.chats[0].id,
                    clientMessageId: text,
                    text: text,
                    sendAt: time
                )
            )
            if let answer, (200..<300).contains(answer.status) { record.change { $0.scheduled[text] = true } }
        }
    }
}
