import ClientProfilesTestKit
import Domain
import Messaging
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import ClientProfiles

/// However messages were sent, edited, deleted and read: the profile is that of the messages that exist.
@Suite(.standardTimeLimit) struct ProfileConvergenceTests {
    private static let phrases = [
        "My left knee hurts when I run", "my knee has healed", "I am vegan", "not vegan any more", "What time is it?",
        "I signed up for a half marathon in May", "new goal: 10k under 50 minutes", "I have two dumbbells at home",
        "I'm in Austin 13 to 17 march", "My brother's back hurts", "Work is insane, I slept four hours",
        "mondays and wednesdays at 18 are best for me", "my elbow hurts", "zero pain in the elbow for a week now",
    ]

    @Test(arguments: 0..<6) func itConverges(seed: Int) async throws {
        try await ProfileHouse.run { house in
            var random = SeededRandom(seed: UInt64(seed))
            var messages: [MessageID] = []
            let service = house.fixture.services.messages
            for step in 0..<40 {
                house.fixture.clock.advance(milliseconds: 3_600_000)
                let phrase = Self.phrases[Int.random(in: 0..<Self.phrases.count, using: &random)]
                let chosen = messages.randomElement(using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    guard let chosen else { continue }
                    _ = try await service.edit(chosen, in: house.chat, to: "\(phrase) \(step)", by: house.client.actor)
                case 1:
                    guard let chosen else { continue }
                    messages.removeAll { $0 == chosen }
                    try await service.delete(chosen, in: house.chat, by: house.client.actor)
                case 2: try await house.fixture.profiles.readPending()
                case 3: try await house.service.rebuild(house.client.id, by: house.trainer.actor)
                default:
                    let sent = try await house.fixture.send(phrase, "s\(step)", to: house.chat, by: house.client)
                    messages.append(sent.message.id)
                }
            }
            try await house.fixture.profiles.readPending()
            let items = try await house.items()
            #expect(items.flatMap(\.sources).allSatisfy { messages.contains($0.messageId) })
            // Reading everything anew gives the same.
            try await house.fixture.database.write { connection in
                try connection.execute("DELETE FROM profile_statements")
                try MessageFeed.profiles.rewind(on: connection)
            }
            try await house.fixture.profiles.readPending()
            #expect(try await house.items() == items)
        }
    }
}
