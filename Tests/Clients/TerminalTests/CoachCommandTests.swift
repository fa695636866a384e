import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Testing

@testable import Terminal

@Suite struct CoachCommandTests {
    private static let usage = "/later needs a time and a text: /later \"tomorrow at 9am\" How was it?"

    @Test(
        arguments: [
            ("/inbox", .coach(.inbox)), ("/scheduled", .coach(.scheduled)),
            ("/later \"tomorrow at 9am\" How was it?", .coach(.later(when: "tomorrow at 9am", text: "How was it?"))),
            ("/later “every Monday at 8am” Check-in!", .coach(.later(when: "every Monday at 8am", text: "Check-in!"))),
            ("/later 9pm Good night", .coach(.later(when: "9pm", text: "Good night"))),
            ("/later", .invalid(usage)), ("/later 9pm", .invalid(usage)), ("/later \"9pm Hi", .invalid(usage)),
            ("/later \"\" Hi", .invalid(usage)), ("/later \"9pm\" ", .invalid(usage)),
            ("/note", .coach(.note(nil))), ("/note Left knee.", .coach(.note("Left knee."))),
            ("/tag", .coach(.tag([]))), ("/tag +knee -old", .coach(.tag(["+knee", "-old"]))),
        ] as [(String, SlashCommand)]
    ) func readsCommands(line: String, command: SlashCommand) {
        #expect(SlashCommand(line) == command)
    }

    @Test func tagsAreAddedAndTakenAway() {
        #expect(["knee", "old"].changed(by: ["+VIP", "-old", "back", "-none"]) == ["back", "knee", "vip"])
    }

    @Test func notesNeedOnePerson() {
        let me = User(
            id: UserID(high: 1, low: 1),
            email: "a@example.com",
            displayName: "A",
            role: .trainer,
            timezone: "UTC"
        )
        let other = Member(userId: UserID(high: 1, low: 2), displayName: "Sara", role: .member)
        var model = ChatModel(me: me)
        let printed: (ChatEffect?) -> Bool = { if case .print = $0 { true } else { false } }
        #expect(printed(model.handle(.line("/note")).first))
        #expect(model.handle(.line("/inbox")) == [.coach(.inbox, in: nil, about: nil)])
        for kind in [ChatKind.direct, .group] {
            let own = Member(userId: me.id, displayName: "A", role: .member)
            let chat = Chat(
                id: ChatID(high: 2, low: kind == .direct ? 1 : 2),
                kind: kind,
                name: "Sara",
                members: [own, other],
                seq: 0,
                readSeq: 0,
                unread: 0,
                lastMessage: nil
            )
            _ = model.handle(.opened(chat, draft: ""))
            _ = model.handle(.new(chat.id, NewMessages(timeline: Timeline(rows: []), after: 0, through: 0)))
            let effects = model.handle(.line("/tag +knee"))
            if kind == .direct {
                #expect(effects == [.coach(.tag(["+knee"]), in: chat.id, about: other.userId)])
            } else {
                #expect(printed(effects.first))
            }
            let later = CoachCommand.later(when: "9pm", text: "Hi")
            #expect(model.handle(.line("/later 9pm Hi")) == [.coach(later, in: chat.id, about: nil)])
        }
        #expect(model.handle(.told(["one", "two"])) == [.print(["one", "two"])])
    }

    @Test func whatIsScheduledIsTold() {
        let start = Timestamp(milliseconds: 1_773_234_900_000)
        let time = LocalTime(.gmt)
        var message = ScheduledMessage(
            id: ScheduledMessageID(high: 1, low: 1),
            chatId: ChatID(high: 1, low: 1),
            text: "Hi\u{1B}[2J",
            sendAt: start,
            dueAt: start.adding(minutes: 60),
            rrule: "FREQ=WEEKLY;BYDAY=MO",
            zone: "Europe/Stockholm",
            stopOnReply: true,
            createdAt: start
        )
        let words: RuleWords = { $0 == "FREQ=WEEKLY;BYDAY=MO" ? "every week on Mon" : nil }
        let line = ScheduleFormatter.made(message, for: "Sara", time: time, rule: words)
        #expect(line.contains("Wed 11 Mar 2026 14:15, after quiet hours, then every week on Mon, by the clock"))
        let listed = ScheduleFormatter.lines([message], chats: [], time: time, rule: words).first ?? ""
        #expect(listed.contains("14:15 (every week on Mon) unless answered"), "\(listed)")
        // What can't be read isn't shown as it is written.
        let unread = ScheduleFormatter.made(message, for: "Sara", time: time, rule: { _ in nil })
        #expect(unread.contains("then again and again") && !unread.contains("FREQ"))
        message.state = .failed
        message.failure = SendFailure(code: .forbidden, message: "You can't write to this person.")
        let row = ScheduleFormatter.lines([message], chats: [], time: time, rule: words).first ?? ""
        #expect(row.hasPrefix("1  NOT SENT: You can't write") && !row.contains("\u{1B}"))
    }

    /// The answer is lost twice, then it comes; the same words again are another message.
    @Test func aLostAnswerSchedulesNothingTwice() async throws {
        let unanswered = UnansweredSchedules()
        var asked: [String?] = []
        var now = Timestamp(milliseconds: 1_773_234_900_000)
        func wish(_ outcome: Result<ScheduledMessage, ClientError>, _ text: String = "Hi") async -> Bool {
            let chat = ChatID(high: 1, low: 1)
            let made = try? await unanswered.schedule(text, "friday at 9", in: chat, at: now) { request in
                #expect(request.when == "friday at 9" && request.text == text)
                asked.append(request.clientMessageId)
                return try outcome.get()
            }
            return made != nil
        }
        let made = ScheduledMessageResponse.example.scheduledMessage
        #expect(await wish(.failure(.unreachable("gone"))) == false)
        #expect(
            await wish(.failure(.refused(SpotterError(.rateLimited, "slowly", retryable: true), requestId: nil)))
                == false
        )
        #expect(await wish(.success(made)))
        #expect(asked.count == 3 && Set(asked).count == 1 && asked.allSatisfy { $0 != nil })
        #expect(await wish(.success(made)))
        #expect(asked.last != asked.first)
        // What was refused for good is answered, too; and another text was another message all along.
        #expect(await wish(.failure(.refused(SpotterError(.forbidden, "no"), requestId: nil))) == false)
        #expect(await wish(.success(made), "Ho"))
        #expect(await wish(.success(made)))
        #expect(Set(asked.dropFirst(2)).count == 5)
        // Long after a lost answer the same words mean another time.
        #expect(await wish(.failure(.unreachable("gone"))) == false)
        now = now.adding(minutes: 10)
        #expect(await wish(.success(made)))
        #expect(Set(asked.suffix(2)).count == 2)
    }

    @Test(arguments: [(0, "0 min"), (59, "59 min"), (60, "1 h"), (2879, "47 h"), (2880, "2 days"), (-5, "0 min")])
    func waitingIsTold(minutes: Int64, expected: String) {
        let now = Timestamp(milliseconds: 1_773_234_900_000)
        #expect(InboxFormatter.waited(since: now.adding(minutes: -minutes), now: now) == expected)
    }
}
