import Domain
import Messaging
import MessagingTestKit
import ModelTestKit
import Storage
import TestSupport
import Testing

@testable import ClientProfiles

/// Whatever a model answers, and whenever it is asked.
@Suite(.standardTimeLimit) struct ModelPropertyTests {
    private static let phrases = [
        "My left knee hurts when I run", "my knee has healed", "I am vegan", "What time is it?",
        "I signed up for a half marathon in May", "My brother's back hurts", "I'm in Austin 13 to 17 march",
        "Ich habe mir eine Langhantel gekauft", "Ich trainiere am liebsten vor der Arbeit", "No dairy for me. Ever!",
        "Meine Achillessehne zwickt beim Treppensteigen", "ok", "Seit dem Umzug schlafe ich miserabel; alles laut",
    ]

    /// Claims of words, categories and numbers that may or may not be in the messages.
    private static func anything(_ lines: [String], _ random: inout SeededRandom) -> ScriptedResponse {
        let words =
            lines.flatMap { $0.split(separator: " ").map(String.init) } + ["diabetic", "140", "<b>", "\u{202E}"]
        let categories = ProfileItem.Category.allCases.map(\.rawValue) + ["wealth", ""]
        let claims = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
            let line = lines.randomElement(using: &random) ?? ""
            let start = Int.random(in: 0..<max(line.count, 1), using: &random)
            let quote =
                Bool.random(using: &random)
                ? String(line.dropFirst(start).prefix(Int.random(in: 0..<60, using: &random)))
                : (0..<Int.random(in: 0..<6, using: &random))
                    .compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
            return fact(
                Int.random(in: -1...(lines.count + 2), using: &random),
                categories.randomElement(using: &random) ?? "",
                Bool.random(using: &random) ? line : quote,
                ["holds", "changed", "over", "true"].randomElement(using: &random) ?? ""
            )
        }
        return facts(claims)
    }

    @Test(arguments: 0..<12) func everyItemIsInTheWordsOfItsMessage(seed: Int) async throws {
        try await ModelStudio.run { lines in
            var random = SeededRandom(seed: UInt64(seed) &+ UInt64(lines.count))
            return Self.anything(lines, &random)
        } _: { studio in
            var random = SeededRandom(seed: UInt64(seed))
            var texts: [MessageID: String] = [:]
            for step in 0..<25 {
                let phrase = Self.phrases.randomElement(using: &random) ?? ""
                texts[try await studio.say(phrase, "s\(step)")] = phrase
            }
            let byRules = try await studio.house.fixture.database.read { connection in
                try connection.query("SELECT id FROM profile_statements ORDER BY id") {
                    try $0.id(0, ProfileItemID.self)
                }
            }
            for _ in 0..<4 { try await studio.readAll() }
            #expect(try await studio.waiting() == 0)
            let rows = try await studio.house.fixture.database.read { connection in
                try connection.query("SELECT id, message_id, text, origin FROM profile_statements ORDER BY id") {
                    (
                        id: try $0.id(0, ProfileItemID.self), message: try $0.id(1, MessageID.self),
                        text: try $0.text(2), origin: try $0.text(3)
                    )
                }
            }
            #expect(rows.filter { $0.origin == "rules" }.map(\.id) == byRules)
            for row in rows where row.origin == "model" {
                let said = try #require(texts[row.message])
                #expect(row.text.split(separator: ". ").allSatisfy { said.contains($0) }, "\(row.text) of \(said)")
                #expect(!said.contains("brother") && !said.contains("?") && !row.text.contains("diabetic"))
            }
        }
    }

    /// However messages were sent, edited, deleted and read: the profile is that of the messages that exist.
    @Test(arguments: 0..<6) func itConverges(seed: Int) async throws {
        let known = Self.phrases.filter { $0.hasPrefix("Ich") || $0.hasPrefix("Meine") || $0.hasPrefix("Seit") }
            .map { (String($0.prefix { $0 != ";" }), $0.contains("Lang") ? "equipment" : "preferences", "holds") }
        try await ModelStudio.run(pointing(at: known)) { studio in
            var random = SeededRandom(seed: UInt64(seed))
            var messages: [MessageID] = []
            let (house, service) = (studio.house, studio.house.fixture.services.messages)
            for step in 0..<40 {
                house.fixture.clock.advance(milliseconds: 3_600_000)
                let phrase = Self.phrases.randomElement(using: &random) ?? ""
                let chosen = messages.randomElement(using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0:
                    guard let chosen else { continue }
                    _ = try await service.edit(chosen, in: house.chat, to: "\(phrase) \(step)", by: house.client.actor)
                case 1:
                    guard let chosen else { continue }
                    messages.removeAll { $0 == chosen }
                    try await service.delete(chosen, in: house.chat, by: house.client.actor)
                case 2: try await studio.follower.readPending()
                case 3: try await house.service.rebuild(house.client.id, by: house.trainer.actor)
                case 4: try await studio.readAll()
                default:
                    let sent = try await house.fixture.send(phrase, "s\(step)", to: house.chat, by: house.client)
                    messages.append(sent.message.id)
                }
            }
            try await studio.readAll()
            let items = try await house.items()
            #expect(items.flatMap(\.sources).allSatisfy { messages.contains($0.messageId) })
            #expect(try await studio.waiting() == 0)
            // Reading everything anew gives the same.
            try await house.fixture.database.write { _ = try $0.execute("DELETE FROM profile_statements") }
            try await house.service.rebuild(house.client.id, by: house.trainer.actor)
            try await studio.readAll()
            #expect(try await house.items() == items)
        }
    }
}
