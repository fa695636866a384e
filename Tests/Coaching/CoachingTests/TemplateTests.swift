import Domain
import MessagingTestKit
import Testing

@testable import Coaching

@Suite struct TemplateTests {
    @Test(arguments: [
        ("Hi {first}!", ["first"], "Hi Sara!"), ("{a}{b}{a}", ["a", "b"], "121"),
        ("no slots {} { a } {1x} {", [], "no slots {} { a } {1x} {"), ("{{first}}", ["first"], "{Sara}"),
        ("{unclosed {a}", ["a"], "{unclosed 1"), ("", [], ""),
    ])
    func slotsAreFilled(text: String, slots: [String], filled: String) throws {
        let template = TemplateText(text)
        #expect(template.slots == slots)
        #expect(try template.filled(with: ["first": "Sara", "a": "1", "b": "2"]) == filled)
    }

    /// A long value in many places would be far longer than any message: it isn't made.
    @Test func whatWouldBeFarTooLongIsRefused() throws {
        let template = TemplateText(String(repeating: "{a}", count: 3_300))
        #expect(try template.filled(with: ["a": "12345678901"]).utf8.count == 36_300)
        let error = #expect(throws: SpotterError.self) {
            try template.filled(with: ["a": String(repeating: "x", count: 15_000)])
        }
        #expect(error?.code == .invalidRequest && error?.message.contains("10 000") == true)
    }

    /// Only as much is looked at as a name may have.
    @Test func bracesThatNothingClosesAreText() throws {
        let name = String(repeating: "n", count: 30)
        #expect(TemplateText("{\(name)}").slots == [name])
        #expect(TemplateText("{n\(name)}").slots == [])
        let braces = String(repeating: "{", count: 10_000)
        #expect(try TemplateText(braces).filled(with: [:]) == braces)
    }

    @Test func aMissingSlotIsNamed() {
        let error = #expect(throws: SpotterError.self) {
            try TemplateText("{first} {weight}").filled(with: ["first": "S"])
        }
        #expect(error?.code == .invalidRequest && error?.message.contains("{weight}") == true)
    }

    @Test func templatesAreOnesOwn() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 1)
            let other = try await house.fixture.user("other", .trainer)
            let made = try await house.templates.create(
                name: "check-in",
                text: "Hi {first}, today is {date}. How was {what}?",
                by: trainer.actor
            )
            #expect(made.slots == ["first", "date", "what"])
            #expect(try await house.templates.list(for: trainer.actor) == [made])
            #expect(try await house.templates.list(for: other.actor) == [])
            let text = try await house.templates.render(
                made.id,
                for: clients[0].id,
                slots: ["what": "the run"],
                by: trainer.actor
            )
            #expect(text == "Hi client1, today is 8 March 2026. How was the run?")
            for stranger in [other.actor, clients[0].actor] {
                #expect(await code { try await house.templates.delete(made.id, by: stranger) } == .notFound)
                #expect(
                    await code {
                        _ = try await house.templates.change(made.id, name: nil, text: "x", by: stranger)
                    } == .notFound
                )
            }
            // The other trainer's client is nobody's business.
            #expect(
                await code {
                    _ = try await house.templates.render(made.id, for: other.id, slots: [:], by: trainer.actor)
                }
                    == .notFound
            )
            #expect(
                await code {
                    _ = try await house.templates.render(made.id, for: clients[0].id, slots: [:], by: trainer.actor)
                } == .invalidRequest
            )
            let changed = try await house.templates.change(made.id, name: "hello", text: "Hi!", by: trainer.actor)
            #expect(changed.name == "hello" && changed.slots == [])
            try await house.templates.delete(made.id, by: trainer.actor)
            #expect(try await house.templates.list(for: trainer.actor) == [])
        }
    }
}
