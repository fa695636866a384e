import Domain
import Measures
import Testing

@testable import CheckIns

@Suite struct CheckInFormTests {
    @Test func itIsAskedOnNumberedLines() throws {
        let form = try CheckInForm(checking: " Sunday  check ", AskedHouse.questions, .empty)
        #expect(
            form.text == """
                Sunday check

                1. Weight this morning (kg)
                2. Energy (1–10)
                3. Sessions (All / Some / None)
                4. How was the week?
                5. A picture (📷)
                """
        )
        let answers: [Int: CheckInValue] = [1: .number(81.3), 2: .number(7), 3: .text("Some"), 4: .text("Good")]
        #expect(
            form.text(of: answers) == """
                Sunday check
                1. Weight this morning: 81.3 kg
                2. Energy: 7
                3. Sessions: Some
                4. How was the week? Good
                """
        )
    }

    @Test(arguments: [
        CheckInQuestion(kind: .number, prompt: ""), CheckInQuestion(kind: .number, prompt: "x", measure: "charm"),
        CheckInQuestion(kind: .scale, prompt: "x", measure: "bloodPressure"),
        CheckInQuestion(kind: .number, prompt: "x", measure: "weight", unit: "cm"),
        CheckInQuestion(kind: .text, prompt: "x", measure: "weight"),
        CheckInQuestion(kind: .number, prompt: "x", detail: "knee"),
        CheckInQuestion(kind: .scale, prompt: "x", min: 5, max: 5),
        CheckInQuestion(kind: .scale, prompt: "x", min: .min, max: .max),
        CheckInQuestion(kind: .number, prompt: "x", min: 1), CheckInQuestion(kind: .choice, prompt: "x"),
        CheckInQuestion(kind: .choice, prompt: "x", choices: ["Yes", "yes"]),
        CheckInQuestion(kind: .text, prompt: "x", choices: ["a", "b"]),
        CheckInQuestion(kind: .text, prompt: String(repeating: "x", count: 201)),
    ])
    func whatCantBeAskedIsRefused(question: CheckInQuestion) async {
        #expect(await code { _ = try CheckInForm(checking: "t", [question], .empty) } == .invalidRequest)
    }

    @Test func whatIsTooLongForAMessageIsRefused() async throws {
        let choices = (10...21).map { String(repeating: "x", count: 58) + "\($0)" }
        let question = CheckInQuestion(kind: .choice, prompt: "x", choices: choices)
        _ = try CheckInForm(checking: "t", [question], .empty)
        let many = Array(repeating: question, count: 30)
        #expect(await code { _ = try CheckInForm(checking: "t", many, .empty) } == .invalidRequest)
    }
}
