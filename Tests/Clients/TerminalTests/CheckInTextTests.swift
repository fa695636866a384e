import Domain
import SpotterAPI
import Testing

@testable import Terminal

@Suite struct CheckInTextTests {
    @Test func aQuestionIsTypedInOneLine() throws {
        #expect(
            try CheckInText.question("number weight lb: Weight this morning")
                == CheckInQuestion(kind: .number, prompt: "Weight this morning", measure: "weight", unit: "lb")
        )
        #expect(
            try CheckInText.question("scale 1-5 energy: Energy: how is it?")
                == CheckInQuestion(kind: .scale, prompt: "Energy: how is it?", measure: "energy", min: 1, max: 5)
        )
        #expect(
            try CheckInText.question("choice all / most of them/none: Sessions")
                == CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["all", "most of them", "none"])
        )
        #expect(
            try CheckInText.question("photo?: A picture")
                == CheckInQuestion(kind: .photo, prompt: "A picture", optional: true)
        )
    }

    @Test(arguments: ["", ":", "weight", "How was it?", "colour: red", "?: x"])
    func anotherLineIsRefused(text: String) {
        #expect(throws: SpotterError.self) { try CheckInText.question(text) }
    }

    @Test func aBloodPressureIsTwoNumbers() {
        let question = CheckInQuestion(kind: .number, prompt: "Blood pressure", measure: "bloodPressure")
        #expect(CheckInText.answer("128/82", to: question, number: 2)?.text == "128/82")
        #expect(CheckInText.answer("128", to: question, number: 2) == nil)
    }

    @Test func anAnswerFitsItsQuestion() {
        let scale = CheckInQuestion(kind: .scale, prompt: "Energy", min: 1, max: 5)
        #expect(CheckInText.answer("4,5", to: scale, number: 2)?.number == 4.5)
        for text in ["6", "0", "four", "nan", "inf", "1e400"] {
            #expect(CheckInText.answer(text, to: scale, number: 2) == nil, "\(text)")
        }
        let choice = CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["All", "Some", "None"])
        #expect(CheckInText.answer("2", to: choice, number: 3)?.text == "Some")
        #expect(CheckInText.answer("no", to: choice, number: 3)?.text == "None")
        for text in ["0", "4", "-9223372036854775808", "9223372036854775807", "x"] {
            #expect(CheckInText.answer(text, to: choice, number: 3) == nil, "\(text)")
        }
        #expect(CheckInText.prompt(choice, number: 3) == "3. Sessions (1 All, 2 Some, 3 None)")
    }

    @Test func aChoiceIsMeantAsItIsSpelled() {
        let counts = CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["3", "2", "1"])
        #expect(CheckInText.answer("3", to: counts, number: 1)?.text == "3")
        #expect(CheckInText.answer("2", to: counts, number: 1)?.text == "2")
        let similar = CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["Some", "Some more"])
        #expect(CheckInText.answer("some", to: similar, number: 1)?.text == "Some")
        #expect(CheckInText.answer("2", to: similar, number: 1)?.text == "Some more")
        #expect(CheckInText.answer("so", to: similar, number: 1) == nil)
    }

    @Test func whatWasTypedCanBeSentInTheChat() {
        let media = MediaID(high: 1, low: 1)
        let answers: [CheckInAnswersRequest.Answer] = [
            .init(question: 1, number: 81.3), .init(question: 2, number: 7), .init(question: 3, mediaId: media),
            .init(question: 4, text: "Good"),
        ]
        #expect(CheckInText.typed(answers) == ["1. 81.3", "2. 7", "4. Good"])
    }

    @Test func oneOfSeveralWithTheSameTitleNeedsItsNumber() throws {
        let all = ["Sunday", "Evening", "sunday"].enumerated().map { index, title in
            CheckIn(
                id: CheckInID(high: 1, low: UInt64(index)),
                title: title,
                questions: [],
                recipients: [],
                startsAt: "2026-03-15T18:00",
                rrule: nil,
                zone: nil,
                quietHours: nil,
                remindAfterHours: nil,
                isPaused: false,
                createdAt: Timestamp(milliseconds: 0)
            )
        }
        let evening = try CheckInText.find("evening", among: all)
        let third = try CheckInText.find("3", among: all)
        #expect(evening.id == all[1].id && third.id == all[2].id)
        let several = #expect(throws: SpotterError.self) { try CheckInText.find("Sunday", among: all) }
        #expect(several?.code == .invalidRequest && several?.message.contains("Several") == true)
        let none = #expect(throws: SpotterError.self) { try CheckInText.find("Monday", among: all) }
        #expect(none?.code == .notFound)
    }

    @Test func whatOthersWroteCantDriveTheTerminal() {
        let id = UserID(high: 1, low: 1)
        let asked = AskedCheckIn(
            id: AskedCheckInID(high: 1, low: 2),
            checkInId: CheckInID(high: 1, low: 3),
            trainerId: id,
            clientId: UserID(high: 1, low: 4),
            chatId: ChatID(high: 1, low: 5),
            messageId: MessageID(high: 1, low: 6),
            title: "Sunday\u{1B}[2J",
            questions: [CheckInQuestion(kind: .text, prompt: "How\u{7} was it?")],
            state: .open,
            askedAt: Timestamp(milliseconds: 0),
            answers: [
                CheckInAnswer(
                    question: 1,
                    number: nil,
                    text: "ok\u{1B}]0;x\u{7}",
                    mediaId: nil,
                    messageId: MessageID(high: 1, low: 7)
                ),
                CheckInAnswer(
                    question: .min,
                    number: 1,
                    text: nil,
                    mediaId: nil,
                    messageId: MessageID(high: 1, low: 7)
                ),
            ]
        )
        let lines = CheckInText.lines([asked], names: [:], me: id)
        #expect(lines.count == 2)
        for line in lines { #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }) }
    }
}
