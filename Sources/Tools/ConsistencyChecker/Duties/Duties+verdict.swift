import Domain
import SpotterAPI

extension Duties {
    static let rule = "done once"

    /// A lease of another server's that has died lasts 8 seconds; nobody may be ready to take it over at once.
    private static let patience = Duration.seconds(40)
    /// Between two looks.
    private static let pause = Duration.milliseconds(200)

    /// How much was planned.
    var count: Int { record.now.scheduled.count + record.now.reminders.count }

    /// Waits until everything that was planned is done, and then tells what wasn't, or was done twice.
    func violations() async -> [Violation] {
        let end = ContinuousClock.now + Self.patience
        while true {
            let found = await look()
            guard !found.isEmpty, ContinuousClock.now < end else { return found }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func look() async -> [Violation] {
        let (client, token) = (clients[0], fixture.people[0].token)
        let messages = await client.messages(of: fixture.chats[0].id, token: token)
        let notices = await client.request("GET", "/v1/notices?all=true&limit=200", token: token)?.body["notices"]?
            .array
        let listed = await client.request("GET", "/v1/reminders", token: token)?.body["reminders"]?.array ?? []
        return Self.violations(
            of: record.now,
            messages.compactMap { $0["text"]?.string },
            reminders: Set(listed.compactMap(\.id)),
            notices: (notices ?? []).compactMap { $0["reminderId"]?.string }
        )
    }

    /// - Parameters:
    ///   - texts: of all messages in the chat.
    ///   - reminders: those that there are, also some whose making was never confirmed.
    ///   - notices: the reminder that each tells of.
    static func violations(
        of state: Record.State,
        _ texts: [String],
        reminders: Set<String>,
        notices: [String]
    ) -> [Violation] {
        let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        let told = Dictionary(notices.map { ($0, 1) }, uniquingKeysWith: +)
        let messages = state.scheduled.sorted { $0.key < $1.key }.compactMap { text, isAcked -> Violation? in
            let count = counts[text] ?? 0
            // What was never confirmed may have been scheduled all the same.
            guard count > 1 || (count == 0 && isAcked) else { return nil }
            return Violation(rule: rule, text: "the scheduled message '\(text)' was sent \(count) times")
        }
        let lost = state.reminders.subtracting(reminders).sorted().map {
            Violation(rule: NoAckedMessageLost.name, text: "the reminder \($0) was acked and is gone")
        }
        let wrong = reminders.sorted().compactMap { reminder -> Violation? in
            let count = told[reminder] ?? 0
            guard count != 1 else { return nil }
            return Violation(rule: rule, text: "\(count) notices tell of the reminder \(reminder)")
        }
        return messages + lost + wrong
    }
}
