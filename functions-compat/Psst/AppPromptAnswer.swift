import Accounts
import Assistant
import Domain
import Messaging
import SpotterAPI

/// Answers the app's two prompts in the lines that it reads, from the messages that they quote. The server has these, with who
/// wrote them and when, so what a prompt says of them is never a wish of the user's.
struct AppPromptAnswer: Sendable {
    /// How many chats are looked through, the latest first, and how many of each one's last messages.
    private static let (maxChats, maxMessages) = (20, 200)
    private static let maxPoints = 8

    let assistant: AssistantService
    let chats: Chats

    /// What is quoted is looked for in the caller's turn, since that reads a few thousand messages.
    ///
    /// - Returns: `nil` if the user's chats don't have what is quoted.
    func text(of prompt: AppPrompt, for call: CallableFunction.Call) async throws -> String? {
        let caller = call.caller
        switch prompt {
        case .summary(let texts):
            guard let found = try await call.inTurn({ try await messages(texts, for: caller) }) else { return nil }
            let times = found.map(\.createdAt)
            guard let chat = found.first?.chatId, let since = times.min(), let last = times.max() else { return nil }
            let period = SummaryRequest(since: since, until: last.adding(milliseconds: 1))
            return Self.text(of: try await assistant.summary(of: chat, period, by: caller))
        case .reminder(let text, let sender):
            guard let message = try await call.inTurn({ try await message(text, from: sender, for: caller) })
            else { return nil }
            return Self.text(of: try await assistant.reminderSuggestion(for: message, by: caller))
        }
    }

    // MARK: What is quoted

    /// The messages with these texts, of the chat that has most of them.
    private func messages(_ texts: [String], for caller: Principal) async throws -> [Message]? {
        let wanted = Set(texts)
        guard !wanted.isEmpty else { return nil }
        var best: (messages: [Message], count: Int) = ([], 0)
        for chat in try await chats.list(for: caller.actor).prefix(Self.maxChats) {
            let page = try await chats.history(of: chat.id, limit: Self.maxMessages, for: caller.actor).messages
            let found = page.filter { wanted.contains($0.text.trimmed) }
            let count = Set(found.map(\.text.trimmed)).count
            if count > best.count { best = (found.suffix(texts.count), count) }
            if count == wanted.count { break }
        }
        // The app may quote files without words, and messages that are deleted by now.
        return best.count * 2 >= wanted.count ? best.messages : nil
    }

    /// The latest message with this text, best by somebody whom the prompt names.
    private func message(_ text: String, from sender: String, for caller: Principal) async throws -> MessageID? {
        var other: MessageID?
        for chat in try await chats.list(for: caller.actor).prefix(Self.maxChats) {
            let page = try await chats.history(of: chat.id, limit: Self.maxMessages, for: caller.actor).messages
            for message in page.reversed() where message.text.trimmed == text {
                let name = chat.members.first { $0.userId == message.senderId }?.displayName
                if let name, sender.contains(name) { return message.id }
                other = other ?? message.id
            }
        }
        return other
    }

    // MARK: Lines

    private static func text(of summary: ChatSummary) -> String {
        let opening = summary.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let all = summary.points + summary.actionItems + summary.decisions + summary.openQuestions + summary.dates
        var points: [String] = []
        for point in all.map({ line($0.text) }) where !points.contains(point) { points.append(point) }
        let about = summary.points.prefix(2).map { line($0.text) }
        return
            (["SUMMARY: \(line(([opening] + about).joined(separator: " ")))", "", "KEY POINTS:"]
            + points.prefix(maxPoints).map { "- \($0)" }).joined(separator: "\n")
    }

    private static func text(of reminder: ReminderSuggestion) -> String {
        let priority =
            switch reminder.priority {
            case .low: "low"
            case .normal: "medium"
            case .high, .urgent: "high"
            }
        return "REMINDER TEXT: \(line(reminder.text))\nTOPIC: \(reminder.topic.rawValue)\nPRIORITY: \(priority)"
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
