import AssistantTools
import ChatInsights
import Domain
import Foundation
import Messaging
import RequestReading
import Retrieval
import SpotterAPI
import TextReading

/// What somebody said that they would do.
extension DataQuestions {
    private static let promiseDays: Int64 = 90
    private static let maxPromises = 5
    /// Of a promise that is only likely nobody is told that it was made.
    private static let minPromise = 0.75

    /// "What did I promise Hannah?", "what did Liam promise me?"
    func promises(_ asked: AskedWords) async throws -> DataAnswer? {
        let idle = AnswerWords.of("promise idle")
        let named = asked.mentions.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        guard asked.folded.first == "what", asked.says("promised"), asked.people.count == 1,
            let person = asked.people.first, let user = person.userId, let chat = person.chat,
            asked.folded.indices.allSatisfy({ named.contains($0) || idle.contains(asked.folded[$0]) })
        else { return nil }
        let isOwn = asked.says("own promise")
        let messages = try await search.messages(
            of: chat,
            since: now.adding(seconds: -Self.promiseDays * 86_400),
            until: .latest,
            limit: Self.maxChatMessages,
            for: requester.actor
        )
        let speaker = isOwn ? requester.user.id : user
        let zone = TimeZone(identifier: (isOwn ? nil : person.timezone) ?? requester.timezone) ?? .gmt
        let promised = messages.filter { $0.senderId == speaker && Self.promises($0, in: zone) }
        guard !promised.isEmpty else { return nil }
        let shown = promised.suffix(Self.maxPromises).reversed().map { [$0] }
        let quotes = QuoteLines(requester: requester, now: now, stems: []).lines(of: shown)
        let head = "What \(isOwn ? "you" : person.name) said would be done, newest first:"
        return DataAnswer(text: ([head] + quotes.lines).joined(separator: "\n"), citations: quotes.citations)
    }

    private static func promises(_ message: VisibleMessage, in zone: TimeZone) -> Bool {
        guard !InstructionText.isInstruction(message.text) else { return false }
        let spoken = SpokenText(message.text)
        let times = SpokenTimes(spoken, sentAt: message.sentAt, timeZone: zone)
        return ActionReader().actions(in: spoken, hasTime: times.hasTime).contains { action in
            action.doer == .sender && action.confidence >= minPromise
        }
    }
}
