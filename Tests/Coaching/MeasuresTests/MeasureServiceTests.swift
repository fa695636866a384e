import Accounts
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Measures

@Suite struct MeasureServiceTests {
    @Test func aMessageBecomesPointsWithTheirSource() async throws {
        try await MeasureHouse.run { house in
            let message = try await house.say("81.3 kg this morning, slept 5 h", "m1")
            try await house.fixture.send("I weigh 90 kg", "t1", to: house.chat, by: house.trainer)
            try await house.say("My wife weighs 62 kg", "m2")
            #expect(try await house.told() == ["weight 81.3 kg", "sleep 5 h"])
            let point = try #require(try await house.points().first)
            #expect(point.messageId == message && point.chatId == house.chat && point.origin == .message)
            #expect(point.said == "81.3 kg" && !point.isCorrected)
        }
    }

    @Test func aSeriesIsInTheUnitThatTheClientUsedLast() async throws {
        try await MeasureHouse.run { house in
            try await house.say("80 kg this morning", "m1")
            try await house.say("176.4 lbs on the scale today", "m2")
            let series = try #require(try await house.series().first)
            #expect(series.unit == "lb" && series.points.map(\.value) == [176.37, 176.4])
            #expect(series.points.map(\.said) == ["80 kg", "176.4 lb"])
        }
    }

    @Test func aDeletedMessageTakesItsPointsAlong() async throws {
        try await MeasureHouse.run { house in
            let message = try await house.say("83.21 kg this morning", "m1")
            let point = try #require(try await house.points().first)
            let change = UpdateMeasurePointRequest(value: 83.77)
            _ = try await house.service.change(point.id, change, of: house.client.id, by: house.client.actor)
            try await house.fixture.services.messages.delete(message, in: house.chat, by: house.client.actor)
            #expect(try await house.rows() == 0)
            #expect(try await house.series().isEmpty)
            let table = try await house.service.table(of: house.client.id, for: house.trainer.actor)
            #expect(!table.contains("83."))
            try await house.follower.readPending()
            #expect(try await house.rows() == 0)
        }
    }

    @Test func anEditIsReadAgain() async throws {
        try await MeasureHouse.run { house in
            let id = try await house.say("Weight 81.3 kg", "m1")
            let messages = house.fixture.services.messages
            _ = try await messages.edit(id, in: house.chat, to: "Weight 80.3 kg", by: house.client.actor)
            // The former value is gone at once, the new one is read in the background.
            #expect(try await house.rows() == 0)
            try await house.follower.readPending()
            #expect(try await house.told() == ["weight 80.3 kg"])
        }
    }

    @Test func whatWasCorrectedOrRemovedStaysSo() async throws {
        try await MeasureHouse.run { house in
            try await house.say("81.3 kg this morning, slept 5 h", "m1")
            let points = try await house.points()
            let change = UpdateMeasurePointRequest(value: 80.3)
            let fixed = try await house.service.change(
                points[0].id,
                change,
                of: house.client.id,
                by: house.client.actor
            )
            #expect(fixed.isCorrected && fixed.value == 80.3 && fixed.confidence == 1)
            try await house.service.remove(points[1].id, of: house.client.id, by: house.client.actor)
            _ = try await house.fixture.database.write { try $0.execute("DELETE FROM measure_rules") }
            try await house.follower.readPending()
            #expect(try await house.told() == ["weight 80.3 kg"])
        }
    }

    @Test func whatIsDoneByHandIsKeptWithoutItsValue() async throws {
        try await MeasureHouse.run { house in
            let (service, client) = (house.service, house.client.id)
            let request = NewMeasurePointRequest(kind: "weight", value: 80)
            let point = try await service.add(request, to: client, by: house.trainer.actor)
            house.fixture.clock.advance(milliseconds: 1000)
            _ = try await service.change(point.id, .init(value: 81), of: client, by: house.client.actor)
            house.fixture.clock.advance(milliseconds: 1000)
            try await service.remove(point.id, of: client, by: house.client.actor)
            house.fixture.clock.advance(milliseconds: 1000)
            let table = "day,kind,value\n2026-03-07,weight,80\n"
            for _ in 0..<2 { _ = try await service.bring(table: table, to: client, by: house.trainer.actor) }
            try await house.say("Weight 79 kg", "m1")
            for user in [house.trainer, house.client] {
                let lines = try await house.fixture.database.read { try MeasureChanges.list(of: user.id, on: $0) }
                #expect(lines.map(\.change) == [.added, .corrected, .removed, .imported])
                let people = [house.trainer.id, house.client.id, house.client.id, house.trainer.id]
                #expect(lines.map(\.by) == people)
            }
            try await house.fixture.services.contacts.remove(client, by: house.trainer.actor)
            #expect(try await house.fixture.count("SELECT count(*) FROM measure_changes") == 0)
        }
    }

    @Test func itBelongsToOneTrainerAndTheClient() async throws {
        try await MeasureHouse.run { house in
            try await house.say("81.3 kg this morning", "m1")
            let other = try await house.fixture.user("other", .trainer)
            let stranger = try await house.fixture.user("stranger", .client)
            let point = try #require(try await house.points().first)
            let service = house.service
            for actor in [other.actor, stranger.actor] {
                #expect(await code { _ = try await service.series(of: house.client.id, for: actor) } == .notFound)
                #expect(await code { _ = try await service.table(of: house.client.id, for: actor) } == .notFound)
                let change = UpdateMeasurePointRequest(value: 70)
                let edit = { _ = try await service.change(point.id, change, of: house.client.id, by: actor) }
                #expect(await code(edit) == .notFound)
                #expect(await code { try await service.remove(point.id, of: house.client.id, by: actor) } == .notFound)
            }
            // Another trainer of the same client sees none of it; the client sees it all.
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            #expect(try await house.series(for: other).isEmpty)
            #expect(
                await code { try await service.remove(point.id, of: house.client.id, by: other.actor) } == .notFound
            )
            #expect(try await house.series(for: house.client).count == 1)
            let request = NewMeasurePointRequest(kind: "weight", value: 80)
            #expect(
                await code { _ = try await service.add(request, to: house.client.id, by: house.client.actor) }
                    == .invalidRequest
            )
            let named = NewMeasurePointRequest(kind: "weight", value: 79, trainerId: other.id)
            _ = try await service.add(named, to: house.client.id, by: house.client.actor)
            #expect(try await house.series(for: other).first?.points.map(\.value) == [79])
            #expect(try await house.told() == ["weight 81.3 kg"])
        }
    }

    @Test func itEndsWithTheRelationAndComesBackWithIt() async throws {
        try await MeasureHouse.run { house in
            try await house.say("81.3 kg this morning", "m1")
            let contacts = house.fixture.services.contacts
            try await contacts.remove(house.client.id, by: house.trainer.actor)
            #expect(await code { _ = try await house.points() } == .notFound)
            #expect(try await house.rows() == 0)
            _ = try await contacts.addClient(house.client, by: house.trainer.actor)
            try await house.follower.readPending()
            #expect(try await house.told() == ["weight 81.3 kg"])
        }
    }

    @Test func otherRulesReadEverythingAgain() async throws {
        try await MeasureHouse.run { house in
            for number in 0..<300 {
                try await house.fixture.send(
                    "Weight \(60 + number % 40) kg",
                    "m\(number)",
                    to: house.chat,
                    by: house.client
                )
            }
            try await house.follower.readPending()
            #expect(try await house.rows() == 300)
            try await house.fixture.database.write { connection in
                try connection.execute("DELETE FROM measure_points")
                try connection.execute("UPDATE measure_rules SET version = 0")
            }
            try await house.follower.readPending()
            #expect(try await house.rows() == 300)
        }
    }

    @Test(arguments: [true, false]) func itGoesWithEitherAccount(deletesTrainer: Bool) async throws {
        try await MeasureHouse.run { house in
            try await house.say("81.3 kg this morning", "m1")
            let gone = deletesTrainer ? house.trainer : house.client
            let erasure = MeasureErasure(database: house.fixture.database)
            try await erasure.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            #expect(try await house.fixture.database.read { try erasure.isErased(gone.id, on: $0) })
            #expect(try await house.rows() == 0)
        }
    }
}
