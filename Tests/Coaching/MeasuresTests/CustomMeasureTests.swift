import Accounts
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Measures

/// Measures that a trainer adds.
@Suite struct CustomMeasureTests {
    private static let water = NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: 10)

    private static func drink(
        _ litres: Double,
        _ house: MeasureHouse,
        unit: String? = nil
    ) async throws -> MeasurePoint {
        let request = NewMeasurePointRequest(kind: "water", value: litres, unit: unit, day: "2026-03-07")
        return try await house.service.add(request, to: house.client.id, by: house.client.actor)
    }

    @Test func itsValuesAreSeriesTablesAndCorrected() async throws {
        try await MeasureHouse.run { house in
            let kind = try await house.service.addKind(Self.water, by: house.trainer.actor)
            try await house.say("Slept 8 h", "m1")
            let point = try await Self.drink(2.5, house)
            #expect(point.said == "2.5 l")
            // After those that everybody has.
            #expect(try await house.told() == ["sleep 8 h", "water 2.5 l"])
            #expect(try await house.series(.init(kind: "water")).map(\.unit) == ["l"])
            let table = try await house.service.table(of: house.client.id, for: house.trainer.actor)
            #expect(table.contains("2026-03-07,water,,2.5,l,"))
            let more = "day,kind,value\n2026-03-08,Water,3\n"
            let brought = try await house.service.bring(table: more, to: house.client.id, by: house.trainer.actor)
            #expect(brought.imported == 1)
            let change = UpdateMeasurePointRequest(value: 2.25)
            _ = try await house.service.change(point.id, change, of: house.client.id, by: house.client.actor)
            #expect(try await house.told() == ["sleep 8 h", "water 2.25 l", "water 3 l"])
            try await house.service.deleteKind(kind.id, by: house.trainer.actor)
            #expect(try await house.told() == ["sleep 8 h"])
            let kinds = try await house.service.kinds(for: house.trainer.actor).kinds
            #expect(kinds.isEmpty)
        }
    }

    @Test func valuesOutOfItsRangeOrUnitAreRefused() async throws {
        try await MeasureHouse.run { house in
            #expect(await code { _ = try await Self.drink(2, house) } == .invalidRequest, "there is no such measure")
            _ = try await house.service.addKind(Self.water, by: house.trainer.actor)
            #expect(await code { _ = try await Self.drink(11, house) } == .invalidRequest)
            #expect(await code { _ = try await Self.drink(2, house, unit: "kg") } == .invalidRequest)
            #expect(await code { _ = try await Self.drink(.nan, house) } == .invalidRequest)
            #expect(try await Self.drink(2, house, unit: "l").value == 2)
            #expect(await code { _ = try await house.series(.init(kind: "wine")) } == .invalidRequest)
        }
    }

    @Test(arguments: [
        NewCustomMeasureRequest(name: "weight", unit: "kg", min: 0, max: 1),
        NewCustomMeasureRequest(name: "BodyFat", unit: "%", min: 0, max: 1),
        NewCustomMeasureRequest(name: "two words", unit: "l", min: 0, max: 1),
        NewCustomMeasureRequest(name: "=cmd", unit: "l", min: 0, max: 1),
        NewCustomMeasureRequest(name: "", unit: "l", min: 0, max: 1),
        NewCustomMeasureRequest(name: String(repeating: "a", count: 31), unit: "l", min: 0, max: 1),
        NewCustomMeasureRequest(name: "a" + String(repeating: "\u{301}", count: 100), unit: "l", min: 0, max: 1),
        NewCustomMeasureRequest(name: "water", unit: "l" + String(repeating: "\u{301}", count: 100), min: 0, max: 1),
        NewCustomMeasureRequest(name: "water", unit: "", min: 0, max: 1),
        NewCustomMeasureRequest(name: "water", unit: "=l", min: 0, max: 1),
        NewCustomMeasureRequest(name: "water", unit: "l", min: 1, max: 1),
        NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: .infinity),
    ])
    func whatCantBeOneIsRefused(request: NewCustomMeasureRequest) async throws {
        try await MeasureHouse.run { house in
            let adding = { _ = try await house.service.addKind(request, by: house.trainer.actor) }
            #expect(await code(adding) == .invalidRequest)
            let kinds = try await house.service.kinds(for: house.trainer.actor).kinds
            #expect(kinds.isEmpty)
        }
    }

    @Test func theSameAgainChangesNothingAndAnotherIsAConflict() async throws {
        try await MeasureHouse.run { house in
            let service = house.service
            let first = try await service.addKind(Self.water, by: house.trainer.actor)
            let again = try await service.addKind(Self.water, by: house.trainer.actor)
            #expect(again == first)
            let other = NewCustomMeasureRequest(name: "Wäter", unit: "ml", min: 0, max: 10_000)
            #expect(await code { _ = try await service.addKind(other, by: house.trainer.actor) } == .conflict)
            #expect(await code { _ = try await service.addKind(Self.water, by: house.client.actor) } == .forbidden)
            for number in 1..<NewCustomMeasureRequest.maxKinds {
                let more = NewCustomMeasureRequest(name: "n\(number)", unit: "l", min: 0, max: 1)
                _ = try await service.addKind(more, by: house.trainer.actor)
            }
            let tooMany = NewCustomMeasureRequest(name: "more", unit: "l", min: 0, max: 1)
            #expect(await code { _ = try await service.addKind(tooMany, by: house.trainer.actor) } == .conflict)
        }
    }

    @Test func anotherTrainerSeesNoneOfIt() async throws {
        try await MeasureHouse.run { house in
            let service = house.service
            let other = try await house.fixture.user("other", .trainer)
            let stranger = try await house.fixture.user("stranger", .client)
            let kind = try await service.addKind(Self.water, by: house.trainer.actor)
            _ = try await Self.drink(2.5, house)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            for actor in [other.actor, stranger.actor] {
                #expect(try await service.kinds(for: actor).kinds.isEmpty)
                #expect(await code { try await service.deleteKind(kind.id, by: actor) } == .notFound)
            }
            #expect(await code { try await service.deleteKind(kind.id, by: house.client.actor) } == .notFound)
            #expect(try await house.series(for: other).isEmpty)
            #expect(await code { _ = try await house.series(.init(kind: "water"), for: other) } == .invalidRequest)
            let request = NewMeasurePointRequest(kind: "water", value: 1)
            #expect(
                await code { _ = try await service.add(request, to: house.client.id, by: other.actor) }
                    == .invalidRequest
            )
            // The client has them all, each trainer's own.
            _ = try await service.addKind(
                NewCustomMeasureRequest(name: "water", unit: "ml", min: 0, max: 5000),
                by: other.actor
            )
            let kinds = try await service.kinds(for: house.client.actor).kinds
            #expect(Set(kinds.map(\.unit)) == ["l", "ml"])
            let millilitres = NewMeasurePointRequest(kind: "water", value: 2500, day: "2026-03-08", trainerId: other.id)
            _ = try await service.add(millilitres, to: house.client.id, by: house.client.actor)
            let own = try await house.series(for: house.client)
            #expect(Set(own.map { "\($0.unit) \($0.points.map(\.value))" }) == ["l [2.5]", "ml [2500.0]"])
            #expect(try await house.told() == ["water 2.5 l"])
        }
    }

    @Test func aClientFindsItAsEachTrainerWritesIt() async throws {
        try await MeasureHouse.run { house in
            let service = house.service
            let other = try await house.fixture.user("other", .trainer)
            _ = try await service.addKind(Self.water, by: house.trainer.actor)
            _ = try await Self.drink(2.5, house)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            let same = NewCustomMeasureRequest(name: "Water", unit: "ml", min: 0, max: 5000)
            _ = try await service.addKind(same, by: other.actor)
            let request = NewMeasurePointRequest(kind: "water", value: 900, trainerId: other.id)
            _ = try await service.add(request, to: house.client.id, by: house.client.actor)
            let found = try await house.series(.init(kind: "WATER"), for: house.client)
            #expect(Set(found.map { "\($0.kind) \($0.unit)" }) == ["water l", "Water ml"])
        }
    }

    @Test func itGoesWithTheTrainersAccount() async throws {
        try await MeasureHouse.run { house in
            _ = try await house.service.addKind(Self.water, by: house.trainer.actor)
            _ = try await Self.drink(2.5, house)
            let (gone, erasure) = (house.trainer, MeasureErasure(database: house.fixture.database))
            let before = try await house.fixture.database.read { try erasure.isErased(gone.id, on: $0) }
            #expect(!before)
            try await erasure.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            #expect(try await house.fixture.database.read { try erasure.isErased(gone.id, on: $0) })
            #expect(try await house.rows() == 0)
            #expect(try await house.fixture.count("SELECT count(*) FROM measure_kinds") == 0)
        }
    }
}
