import Domain
import Foundation
import Live
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Accounts

@Suite struct ProfileTests {
    @Test func changesOnlyWhatIsGiven() async throws {
        try await MessagingFixture.run { fixture in
            let user = try await fixture.user("alex", .trainer)
            let profiles = fixture.services.profiles
            let before = try await profiles.profile(of: user.id)
            #expect(before.sharesReadReceipts && before.sharesPresence && before.user == user)
            let renamed = try await profiles.change(.init(displayName: " Alexandra "), of: user.id)
            #expect(renamed.user.displayName == "Alexandra" && renamed.user.timezone == "UTC")
            let switched = try await profiles.change(
                .init(timezone: "Europe/Stockholm", sharesReadReceipts: false, sharesPresence: false),
                of: user.id
            )
            #expect(switched.user.displayName == "Alexandra" && switched.user.timezone == "Europe/Stockholm")
            #expect(!switched.sharesReadReceipts && !switched.sharesPresence)
            let reopened = try await fixture.reopened()
            #expect(try await reopened.services.profiles.profile(of: user.id) == switched)
            try? await reopened.database.close()
        }
    }

    @Test(arguments: ["", " ", "A\nB", String(repeating: "é", count: 51)])
    func refusesNamesThatCannotBe(name: String) async throws {
        try await MessagingFixture.run { fixture in
            let user = try await fixture.user("alex", .trainer)
            let error = await spotterError {
                _ = try await fixture.services.profiles.change(
                    .init(displayName: name, sharesPresence: false),
                    of: user.id
                )
            }
            #expect(error?.code == .invalidRequest)
            let profile = try await fixture.services.profiles.profile(of: user.id)
            #expect(profile.user.displayName == "alex" && profile.sharesPresence, "all or nothing")
        }
    }

    @Test func aPhotoIsOnesOwnFinishedSmallImage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let profiles = fixture.services.profiles
            let photo = try await fixture.media(of: client, 1)
            let large = try await fixture.media(of: client, 2)
            try await fixture.database.write {
                _ = try $0.execute("UPDATE media SET size = $1 WHERE id = $2", CatalogedFile.maxPhotoBytes + 1, large)
            }
            let refused: [(MediaID, ErrorCode)] = [
                (try await fixture.media(of: trainer, 3), .notFound), (MediaID(high: 1, low: 1), .notFound),
                (try await fixture.media(of: client, 4, state: "uploading"), .invalidRequest),
                (try await fixture.media(of: client, 5, kind: .video), .invalidRequest), (large, .invalidRequest),
            ]
            for (id, code) in refused {
                let error = await spotterError { _ = try await profiles.change(.init(photo: .set(id)), of: client.id) }
                #expect(error?.code == code)
            }
            _ = try await profiles.change(.init(photo: .set(photo)), of: client.id)
            let seen = try await fixture.services.chats.chat(chat, for: trainer.actor)
            #expect(seen.members.first { $0.userId == client.id }?.photoMediaId == photo)
            #expect(try await fixture.services.people.person(client.id, for: trainer.actor).user.photoMediaId == photo)
            let cleared = try await profiles.change(.init(photo: .cleared), of: client.id)
            #expect(cleared.user.photoMediaId == nil)
        }
    }

    /// A new name, and nothing else, is published at once to everybody who shares a chat.
    @Test func tellsThoseWhoShareAChat() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .trainer)
            let own = try await RecordingConnection.attach(trainer, in: fixture)
            let near = try await RecordingConnection.attach(client, in: fixture)
            let far = try await RecordingConnection.attach(stranger, in: fixture)
            let profiles = fixture.services.profiles
            _ = try await profiles.change(.init(displayName: "Alexandra"), of: trainer.id)
            _ = try await profiles.change(.init(displayName: "Alexandra"), of: trainer.id)
            _ = try await profiles.change(.init(sharesPresence: false), of: trainer.id)
            try await fixture.settled()
            for device in [own, near] {
                let frames = device.payloads.filter { $0.contains(#""type":"user.updated""#) }
                #expect(frames.count == 1)
                let change = try frames.first.map { try JSONDecoder().decode(UserChange.self, from: Data($0.utf8)) }
                #expect(change == UserChange(userId: trainer.id, displayName: "Alexandra", photoMediaId: nil))
            }
            #expect(far.payloads.isEmpty)
            let seen = try await fixture.services.chats.chat(chat, for: client.actor)
            #expect(seen.name == "Alexandra" && seen.members.contains { $0.displayName == "Alexandra" })
        }
    }

    /// A new time zone is published to trainers and clients, not to everybody in the same groups.
    @Test func tellsContactsOfTheTimeZone() async throws {
        try await MessagingFixture.run { fixture in
            let (_, members) = try await fixture.group(clients: 2)
            let profiles = fixture.services.profiles
            var devices: [RecordingConnection] = []
            for member in members { devices.append(try await RecordingConnection.attach(member, in: fixture)) }
            _ = try await profiles.change(.init(timezone: "Asia/Tokyo"), of: members[1].id)
            _ = try await profiles.change(.init(timezone: "Asia/Tokyo"), of: members[1].id)
            _ = try await profiles.change(.init(displayName: "Sara", timezone: "Asia/Seoul"), of: members[1].id)
            try await fixture.settled()
            func changes(_ device: RecordingConnection) throws -> [UserChange] {
                try device.payloads.filter { $0.contains(#""type":"user.updated""#) }
                    .map { try JSONDecoder().decode(UserChange.self, from: Data($0.utf8)) }
            }
            for device in devices.prefix(2) {
                let told = try changes(device)
                #expect(told.map(\.timezone) == ["Asia/Tokyo", nil, "Asia/Seoul"])
                #expect(told.map(\.displayName) == ["client1", "Sara", "Sara"])
            }
            let companion = UserChange(userId: members[1].id, displayName: "Sara", photoMediaId: nil)
            #expect(try devices.last.map(changes) == [companion])
        }
    }

    /// Of concurrent changes, the one that is published last is the one that holds.
    @Test func toldInTheOrderOfCommits() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            let near = try await RecordingConnection.attach(client, in: fixture)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        _ = try? await fixture.services.profiles.change(
                            .init(displayName: "Name \(number)"),
                            of: trainer.id
                        )
                    }
                }
            }
            try await fixture.settled()
            let last = try #require(near.payloads.last { $0.contains(#""type":"user.updated""#) })
            let told = try JSONDecoder().decode(UserChange.self, from: Data(last.utf8)).displayName
            #expect(try await fixture.services.profiles.profile(of: trainer.id).user.displayName == told)
        }
    }
}
