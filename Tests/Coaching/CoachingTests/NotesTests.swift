import Accounts
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import Storage
import Testing

@testable import Coaching

@Suite struct NotesTests {
    @Test func notesAreTheirWritersAlone() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            let sara = clients[0]
            let other = try await house.fixture.user("other", .trainer)
            _ = try await house.fixture.services.contacts.addClient(sara, by: other.actor)
            _ = try await house.notes.write("left knee", on: sara.id, by: trainer.actor)
            let tagged = try await house.notes.setTags(["+VIP", "knee", "knee"], of: sara.id, by: trainer.actor)
            #expect(tagged.text == "left knee" && tagged.tags == ["knee", "vip"])
            #expect(try await house.notes.notes(on: sara.id, for: trainer.actor) == tagged)
            // Her other trainer has none of it, and she may not even ask.
            let theirs = try await house.notes.notes(on: sara.id, for: other.actor)
            #expect(theirs == ClientNotes(userId: sara.id))
            #expect(try await house.notes.tags(for: other.actor) == [])
            for action in [
                { _ = try await house.notes.notes(on: sara.id, for: sara.actor) },
                { _ = try await house.notes.write("x", on: sara.id, by: sara.actor) },
                { _ = try await house.notes.tags(for: sara.actor) },
            ] as [() async throws -> Void] {
                #expect(await code(action) == .forbidden)
            }
            let stranger = try await house.fixture.user("stranger", .client)
            for user in [stranger.id, other.id, UserID(high: 1, low: 1)] {
                #expect(await code { _ = try await house.notes.notes(on: user, for: trainer.actor) } == .notFound)
                #expect(await code { _ = try await house.notes.write("x", on: user, by: trainer.actor) } == .notFound)
            }
            for tag in ["", "two words", String(repeating: "x", count: 31), "a,b"] {
                #expect(
                    await code { _ = try await house.notes.setTags([tag], of: sara.id, by: trainer.actor) }
                        == .invalidRequest
                )
            }
            // After the relation they can be read, not written.
            try await house.fixture.services.contacts.remove(sara.id, by: trainer.actor)
            #expect(try await house.notes.notes(on: sara.id, for: trainer.actor).text == "left knee")
            #expect(await code { _ = try await house.notes.write("x", on: sara.id, by: trainer.actor) } == .notFound)
        }
    }

    @Test(arguments: [true, false]) func theyGoWithEitherAccount(deletesTrainer: Bool) async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            for client in clients {
                _ = try await house.notes.write("qznote", on: client.id, by: trainer.actor)
                _ = try await house.notes.setTags(["qztag"], of: client.id, by: trainer.actor)
            }
            _ = try await house.templates.create(name: "t", text: "qztemplate", by: trainer.actor)
            let gone = deletesTrainer ? trainer : clients[0]
            let eraser = CoachingEraser(database: house.fixture.database)
            try await eraser.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            let isErased = try await house.fixture.database.read { try eraser.isErased(gone.id, on: $0) }
            #expect(isErased)
            let left: Int64 = deletesTrainer ? 0 : 1
            for table in ["client_notes", "client_tags", "message_templates"] {
                #expect(try await house.fixture.count("SELECT count(*) FROM \(table)") == left, "\(table)")
            }
        }
    }
}
