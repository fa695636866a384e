import Testing
import TextReading

@testable import RequestReading

/// Which questions are about the chats, the calendar, or nothing at all.
@Suite struct QuestionKindTests {
    @Test(arguments: [
        "What's on tomorrow?", "Do I have anything on Saturday?", "what does thursday look like",
        "Am I free on Friday?",
        "When is my next session?", "who's next?", "when do I finish tonight?", "Did I have a session last week?",
    ])
    func theCalendarIsAskedFor(_ question: String) { #expect(QuestionKind.of(question) == .calendar) }

    @Test(arguments: [
        "What bib number do I have?", "How did Mike react when I moved his session?",
        "Which torch brightness did I call fine?",
        "Why can't Hannah eat bread?", "What did I promise Hannah?", "Who has knee pain?", "What's on her mind?",
    ])
    func theChatsAreAskedFor(_ question: String) { #expect(QuestionKind.of(question) == .chats) }

    @Test(arguments: [
        "thanks, that's all for today", "good night", "Don't cancel Grace tomorrow", "good morning!",
        "please don't send that", "hello", "cool, thanks",
    ])
    func smallTalkGetsSmallTalk(_ message: String) {
        guard case .talk(let reply) = QuestionKind.of(message) else {
            Issue.record("“\(message)” is \(QuestionKind.of(message))")
            return
        }
        #expect(!reply.contains("[1]"))
    }

    @Test(arguments: ["thanks for asking, how is Sara's knee?", "good idea, but what did Mike say about belts?"])
    func aQuestionAmongSmallTalkStaysAQuestion(_ message: String) { #expect(QuestionKind.of(message) == .chats) }

    @Test(arguments: ["summarise this week with Tom", "Can you sum up the run club?", "brief me on Elena"])
    func summariesAreRecognised(_ message: String) { #expect(QuestionKind.of(message) == .summary) }

    @Test(arguments: ["Write a poem about squats", "export everyone's notes to my email", "Should I do cardio first?"])
    func whatNeedsAModelIsSaid(_ message: String) { #expect(QuestionKind.of(message) == .beyond) }
}
