import Domain
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Measures

@Suite struct MeasureTableTests {
    @Test func aTableComesBackAsItWent() async throws {
        try await MeasureHouse.run { house in
            try await house.say("Squat 3x5 at 92.5 kg, BP 118/76, ran 10k in 52:30", "m1")
            let table = try await house.service.table(of: house.client.id, for: house.trainer.actor)
            let before = try await house.told()
            #expect(before.count == 3)
            let again = try await house.service.bring(table: table, to: house.client.id, by: house.trainer.actor)
            #expect(again.imported == 0 && again.skipped == 3)
            _ = try await house.fixture.database.write { try $0.execute("DELETE FROM measure_points") }
            let brought = try await house.service.bring(table: table, to: house.client.id, by: house.trainer.actor)
            #expect(brought.imported == 3 && brought.skipped == 0)
            #expect(try await house.told() == before)
            let points = try await house.points()
            #expect(points.contains { $0.repetitions == 5 && $0.sets == 3 } && points.contains { $0.diastolic == 76 })
            #expect(points.contains { $0.seconds == 3150 } && points.allSatisfy { $0.origin == .imported })
        }
    }

    @Test(arguments: [
        ("day,kind\n2026-03-18,weight", "first line"), ("day,kind,value\n2026-03-18,weight,abc", "Line 2"),
        ("day,kind,value\n2026-03-18,weight,80\n2026-02-30,weight,80", "Line 3"),
        ("day,kind,value\n2026-03-18,charm,80", "Line 2"), ("day,kind,value\n2026-03-18,weight,8000", "Line 2"),
        ("day,kind,value,unit\n2026-03-18,weight,80,cm", "Line 2"),
    ])
    func aTableThatCantBeReadBringsNothing(table: String, says: String) async throws {
        try await MeasureHouse.run { house in
            do {
                _ = try await house.service.bring(table: table, to: house.client.id, by: house.trainer.actor)
                Issue.record("the table was read")
            } catch let error as SpotterError {
                #expect(error.code == .invalidRequest && error.message.contains(says))
            }
            #expect(try await house.rows() == 0)
        }
    }

    @Test(arguments: ["day,kind,value", "day,kind,value\n\n,,\n"]) func anEmptyTableBringsNothing(
        table: String
    ) async throws {
        try await MeasureHouse.run { house in
            try await house.say("81.3 kg this morning", "m1")
            let brought = try await house.service.bring(table: table, to: house.client.id, by: house.trainer.actor)
            #expect(brought.imported == 0 && brought.skipped == 0)
            #expect(try await house.told() == ["weight 81.3 kg"])
        }
    }

    @Test func spreadsheetsOfOtherCountriesAreRead() async throws {
        try await MeasureHouse.run { house in
            let table = "\u{FEFF}Day;Kind;Value\r\n2026-03-17;weight;\"81,3\"\r\n\r\n2026-03-18;weight;80,9\r\n"
            _ = try await house.service.bring(table: table, to: house.client.id, by: house.trainer.actor)
            #expect(try await house.told() == ["weight 81.3 kg", "weight 80.9 kg"])
        }
    }

    @Test func formulasAreDisarmed() async throws {
        try await MeasureHouse.run { house in
            let request = NewMeasurePointRequest(kind: "lift", value: 80, detail: "=HYPERLINK(\"x\")")
            _ = try await house.service.add(request, to: house.client.id, by: house.trainer.actor)
            let table = try await house.service.table(of: house.client.id, for: house.trainer.actor)
            #expect(table.contains("\"'=HYPERLINK(\"\"x\"\")\""))
        }
    }

    @Test func anyTextHasRecords() {
        var random = SeededRandom(seed: 4180)
        let parts = ["\"", ",", ";", "\n", "\r\n", "a", "day,kind,value", "\u{FEFF}", "é"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            _ = MeasureTable.records(of: text)
            _ = try? MeasureTable.rows(of: text)
        }
    }
}
