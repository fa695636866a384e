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
