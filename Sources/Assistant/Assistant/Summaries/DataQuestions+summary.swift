import BuiltInAnswers
import ChatInsights
import Domain
import RequestReading
import Retrieval

extension DataQuestions {
    /// The period that a summary is asked of: in the chat that the question is about, or in that with the one person or
    /// group whom it names. `nil` if there is none.
    func summaryPeriod(_ asked: AskedWords, in chat: ChatID?) -> SummaryPeriod? {
        let people = asked.people
        guard people.count <= 1, let chat = chat ?? directory.group(in: asked.words)?.group.chat ?? people.first?.chat
        else { return nil }
        let start = now.adding(seconds: -AssistantService.summaryDays * 86_400)
        return SummaryPeriod(chat: chat, times: period(asked)?.0 ?? start..<Timestamp.latest)
    }
}
