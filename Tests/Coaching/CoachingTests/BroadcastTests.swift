import Contacts
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Coaching

@Suite struct BroadcastTests {
    private static let id = BroadcastID(high: 7, low: 7)

    @Test func eachClientGetsItOnceInTheirOwnChat() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 3)
            let new = NewBroadcast(
                id: Self.id,
                content: .text("Hi {first}, no training."),
                audience: .clients(clients.map(\.id) + [clients[0].id])
            )
            let first = try await house.broadcasts.send(new, by: trainer.actor)
            #expect(first.isNew && first.broadcast.recipients.map(\.outcome) == [.sent, .sent, .sent])
            // Again, concurrently, with another text, and after a restart: nothing more.
            async let again = house.broadcasts.send(new, by: trainer.actor)
            async let other = house.broadcasts.send(
                NewBroadcast(id: Self.id, content: .text("other"), audience: .clients([clients[0].id])),
                by: trainer.actor
            )
            let repeats = try await [again, other]
            #expect(repeats.allSatisfy { $0.broadcast == first.broadcast && !$0.isNew })
            let reopened = CoachingHouse(try await house.fixture.reopened())
            #expect(try await reopened.broadcasts.send(new, by: trainer.actor).broadcast == first.broadcast)
            for (number, client) in clients.enumerated() {
                #expect(try await reopened.received(by: client) == ["Hi client\(number + 1), no training."])
                let chats = try await reopened.fixture.services.chats.list(for: client.actor)
                #expect(chats.map(\.kind) == [.direct])
            }
        }
    }

    @Test func aCrashInTheMiddleLosesAndDoublesNothing() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 3)
            let new = NewBroadcast(id: Self.id, content: .text("once"), audience: .clients(clients.map(\.id)))
            _ = try await house.broadcasts.send(new, by: trainer.actor)
            // The second message was sent, but not its outcome; the third neither.
            try await house.fixture.database.write { connection in
                _ = try connection.execute(
                    "UPDATE broadcast_recipients SET outcome = 'pending', text = 'once' WHERE user_id = $1",
                    clients[1].id
                )
            }
            let reopened = CoachingHouse(try await house.fixture.reopened())
            #expect(try await reopened.broadcasts.resume() == 1)
            #expect(try await reopened.broadcasts.resume() == 0)
            for client in clients { #expect(try await reopened.received(by: client) == ["once"]) }
            let texts = try await reopened.fixture.count("SELECT count(*) FROM broadcast_recipients WHERE text <> ''")
            #expect(texts == 0)
        }
    }

    @Test func oneWhoCantBeReachedIsToldApart() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            try await house.fixture.services.blocks.block(trainer.id, by: clients[0].actor)
            let sent = try await house.broadcasts.send(
                NewBroadcast(content: .text("hi"), audience: .clients(clients.map(\.id))),
                by: trainer.actor
            )
            #expect(sent.broadcast.recipients.map(\.outcome) == [.failed, .sent])
            #expect(sent.broadcast.recipients.first?.failure?.code == .forbidden)
            #expect(try await house.received(by: clients[0]) == [])
        }
    }

    @Test func strangersAndMistakesStopItBeforeAnythingIsSent() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 1)
            let stranger = try await house.fixture.user("stranger", .client)
            let ids = clients.map(\.id)
            let wrong: [(NewBroadcast, ErrorCode)] = [
                (.init(content: .text("x"), audience: .clients(ids + [stranger.id])), .notFound),
                (.init(content: .text("{first} {weight}"), audience: .clients(ids)), .invalidRequest),
                (.init(content: .text(" "), audience: .clients(ids)), .invalidRequest),
                (.init(content: .text("x"), audience: .clients([])), .invalidRequest),
                (.init(content: .text("x"), audience: .tag("nobody")), .invalidRequest),
                (.init(content: .template(TemplateID(high: 1, low: 1)), audience: .clients(ids)), .notFound),
            ]
            for (new, expected) in wrong {
                #expect(await code { _ = try await house.broadcasts.send(new, by: trainer.actor) } == expected)
            }
            #expect(
                await code {
                    _ = try await house.broadcasts.send(
                        NewBroadcast(content: .text("x"), audience: .clients([trainer.id])),
                        by: clients[0].actor
                    )
                } == .forbidden
            )
            #expect(try await house.received(by: clients[0]) == [])
            #expect(try await house.fixture.count("SELECT count(*) FROM broadcasts") == 0)
        }
    }

    /// By a tag and by a template as well, and before anything is sent.
    @Test func theTextsOfAllRecipientsCount() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            for client in clients { _ = try await house.notes.setTags(["knee"], of: client.id, by: trainer.actor) }
            let template = try await house.templates.create(name: "t", text: "{first}: rest", by: trainer.actor)
            let new = NewBroadcast(id: Self.id, content: .template(template.id), audience: .tag("knee"))
            let all = "client1: rest".utf8.count + "client2: rest".utf8.count
            var counted: [Int] = []
            #expect(
                await code {
                    _ = try await house.broadcasts.send(new, by: trainer.actor) { bytes in
                        counted.append(bytes)
                        throw SpotterError(.quotaExceeded, "full")
                    }
                } == .quotaExceeded
            )
            for client in clients { #expect(try await house.received(by: client) == []) }
            for _ in 0..<2 {
                _ = try await house.broadcasts.send(new, by: trainer.actor) { counted.append($0) }
            }
            #expect(counted == [all, all], "what exists already is stored once")
            for client in clients { #expect(try await house.received(by: client).count == 1) }
        }
    }

    @Test func aTagChoosesPresentClients() async throws {
        try await CoachingHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 3)
            for client in clients.prefix(2) {
                _ = try await house.notes.setTags(["#Knee", "vip"], of: client.id, by: trainer.actor)
            }
            #expect(try await house.notes.tags(for: trainer.actor).map(\.tag) == ["knee", "vip"])
            try await house.fixture.services.contacts.remove(clients[1].id, by: trainer.actor)
            let template = try await house.templates.create(name: "t", text: "{first}: rest", by: trainer.actor)
            let sent = try await house.broadcasts.send(
                NewBroadcast(content: .template(template.id), audience: .tag("knee")),
                by: trainer.actor
            )
            #expect(sent.broadcast.recipients.map(\.userId) == [clients[0].id])
            #expect(try await house.received(by: clients[0]) == ["client1: rest"])
        }
    }
}
