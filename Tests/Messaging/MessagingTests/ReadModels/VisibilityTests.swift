import Domain
import MessagingTestKit
import Storage
import Testing

@testable import Messaging

@Suite struct VisibilityTests {
    /// All fragments agree: a message is visible to members of its chat, until it's deleted.
    @Test(arguments: [
        VisibleMessages.condition(on: "m", to: "$1"), VisibleMessages.rowCondition(on: "m", to: "$1"),
        "m.id IN (SELECT v.id FROM messages x \(VisibleMessages.join(on: "x.id", to: "$1", as: "v")))",
        "m.id IN (SELECT x.id FROM messages x \(VisibleChats.join(on: "x.chat_id", to: "$1"))) AND m.deleted_at IS NULL",
    ])
    func messagesAreVisibleToMembersUntilDeleted(condition: String) async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 2)
            let (trainer, leaver) = (members[0], members[1])
            let stranger = try await fixture.user("stranger", .client)
            let deleted = try await fixture.send("gone", "1", to: group, by: trainer).message
            try await fixture.send("kept", "2", to: group, by: trainer)
            try await fixture.services.messages.delete(deleted.id, in: group, by: trainer.actor)
            try await fixture.services.chats.remove(leaver.id, from: group, by: leaver.actor)
            for (user, expected) in [(trainer, ["kept"]), (members[2], ["kept"]), (leaver, []), (stranger, [])] {
                let texts = try await fixture.database.read { connection in
                    try connection.query("SELECT m.text FROM messages m WHERE \(condition)", user.id) { try $0.text(0) }
                }
                #expect(texts == expected)
            }
        }
    }
}
