import Domain
import SpotterAPI
import Testing

@testable import Gateway

@Suite struct SessionBudgetTests {
    private let send = ClientFrame.typing(ChatID(high: 1, low: 1), isTyping: true)
    private let read = ClientFrame.read(ChatID(high: 1, low: 1), seq: 1)

    @Test func devicesShareTheUsersBucket() {
        let meter = RateLimiter(Rate(1, burst: 3))
        var (phone, desk) = (SessionBudget(), SessionBudget())
        phone.sending = meter
        desk.sending = meter
        let settings = LimitSettings()
        var answer = phone.refusal(of: read, settings, at: 0)
        #expect(answer == nil)
        answer = desk.refusal(of: read, settings, at: 0)
        #expect(answer == nil)
        answer = phone.refusal(of: read, settings, at: 0)
        #expect(answer == nil)
        answer = desk.refusal(of: read, settings, at: 0)
        #expect(answer?.retryAfterMs == 1000)
        answer = desk.refusal(of: send, settings, at: 0)
        #expect(answer == nil, "typing is no message")
    }

    @Test func bytesOfTextsAreTakenOnlyByFramesWithOne() {
        var budget = SessionBudget()
        budget.sendingBytes = RateLimiter(Rate(1, burst: 6))
        let chat = ChatID(high: 1, low: 1)
        let edit = ClientFrame.change(
            .init(id: "1", chatId: chat, messageId: MessageID(high: 1, low: 1), kind: .edit(text: "grün"))
        )
        let settings = LimitSettings()
        var answer = budget.refusal(of: edit, settings, at: 0)
        #expect(answer == nil, "five bytes")
        answer = budget.refusal(of: read, settings, at: 0)
        #expect(answer == nil)
        answer = budget.refusal(of: edit, settings, at: 0)
        #expect(answer?.code == .quotaExceeded && answer?.retryAfterMs == 4000)
    }

    @Test func aConnectionHasItsOwn() {
        var settings = LimitSettings()
        settings.frames = Rate(1, burst: 2)
        settings.pings = Rate(1, burst: 1)
        var budget = SessionBudget()
        var answer = budget.refusal(of: ClientFrame.ping(id: nil), settings, at: 0)
        #expect(answer == nil)
        answer = budget.refusal(of: ClientFrame.ping(id: nil), settings, at: 0)
        #expect(answer?.retryAfterMs == 1000)
        answer = budget.refusal(of: send, settings, at: 0)
        #expect(answer?.retryAfterMs == 1000)
        settings.frames = nil
        answer = budget.refusal(of: send, settings, at: 0)
        #expect(answer == nil)
    }

    @Test func heartbeatsAreNoActivity() {
        #expect(!ClientFrame.ping(id: nil).isActivity)
        #expect(!ClientFrame.presence(.online).isActivity)
        #expect(!ClientFrame.delivered(ChatID(high: 1, low: 1), seq: 1).isActivity)
        #expect(read.isActivity && send.isActivity)
        var budget = SessionBudget()
        var answer = budget.isNewsOfActivity(at: 0)
        #expect(answer)
        answer = budget.isNewsOfActivity(at: 14_999_999_999)
        #expect(!answer)
        answer = budget.isNewsOfActivity(at: 15_000_000_000)
        #expect(answer)
    }
}

@Suite struct TypingThrottleTests {
    private let second: Int64 = 1_000_000_000

    @Test func tellsAtMostOnceASecondAndNeverLosesTheLastWord() {
        var pace = TypingThrottle()
        var answer = pace.start(at: 0)
        #expect(answer == .publish)
        answer = pace.start(at: second / 2)
        #expect(answer == .nothing, "they know")
        answer = pace.start(at: second)
        #expect(answer == .publish, "a refresh")
        var hasToBeTold = pace.stop()
        #expect(hasToBeTold)
        hasToBeTold = pace.stop()
        #expect(!hasToBeTold, "told once")
        answer = pace.start(at: second + 1)
        #expect(answer == .publishAt(2 * second))
        answer = pace.start(at: second + 2)
        #expect(answer == .publishAt(2 * second))
        #expect(!pace.isPublished)
        answer = pace.start(at: 2 * second)
        #expect(answer == .publish)
    }

    @Test func endsBeforeItWasTold() {
        var pace = TypingThrottle()
        _ = pace.start(at: 0)
        _ = pace.stop()
        let answer = pace.start(at: 1)
        #expect(answer == .publishAt(second))
        let hasToBeTold = pace.stop()
        #expect(!hasToBeTold, "nobody has heard of it")
        #expect(pace.isOver(at: second) && !pace.isOver(at: second - 1))
    }
}
