import ContactsTestKit
import Domain
import Foundation
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Accounts
@testable import Measures

/// Gone is gone: the values of a deleted message are looked for wherever values are told, and in the files.
@Suite struct MeasureSentinelTests {
    /// Values that occur in nothing else.
    private static let said = "83.2173 kg this morning, slept 3.2917 h, knee pain is a 9 out of 10"
    private static let values = [83.2173, 3.2917]
    /// As they are told.
    private static let told = ["83.22", "3.29", "knee"]

    private final class Collector: AccountExportSink {
        private(set) var bytes: [UInt8] = []
        func write(_ bytes: [UInt8]) async throws { self.bytes += bytes }
    }

    /// All that anybody is told of a client's measures, by the door that tells it.
    private static func everything(_ house: MeasureHouse) async throws -> [String: String] {
        let (client, trainer) = (house.client.id, house.trainer.actor)
        let answers = MeasureAnswers(database: house.fixture.database)
        let now = house.fixture.clock.now()
        let period = now.adding(seconds: -7 * 86_400)..<now.adding(seconds: 86_400)
        var doors: [String: String] = [:]
        for actor in [trainer, house.client.actor] {
            let chart = try await house.service.series(of: client, for: actor)
            doors["chart", default: ""] += String(decoding: try chart.json(), as: UTF8.self)
            doors["table", default: ""] += try await house.service.table(of: client, for: actor)
            let document = try await house.service.document(of: client, for: actor)
            doors["document", default: ""] += String(decoding: try document.json(), as: UTF8.self)
        }
        for question in [
            "How has Tom's weight changed?", "How has Tom's sleep changed?", "Who slept badly this week?",
            "Is Tom's knee getting better?",
        ] {
            let answer = try await answers.answer(question, about: [client: "Tom"], during: nil, for: house.trainer.id)
            // That nobody has slept badly names the measure, as the question does.
            doors["answers", default: ""] += answer.map { $0.sources.isEmpty ? "" : $0.text } ?? ""
        }
        let changes = try await answers.changes(of: client, called: "Tom", during: period, for: house.trainer.id)
        doors["summary"] = changes.map(\.text).joined(separator: "\n")
        let notable = try await answers.notable(of: [client], during: period, for: house.trainer.id)
        doors["week"] = notable.values.flatMap { $0 }.map(\.text).joined(separator: "\n")
        for user in [house.trainer, house.client] {
            let collector = Collector()
            let archive = AccountExportArchive(collector, folder: "export", at: now)
            try await MeasuresExport(database: house.fixture.database).export(user, to: archive)
            doors["export", default: ""] += String(decoding: collector.bytes, as: UTF8.self)
        }
        return doors
    }

    @Test func nothingTellsTheValuesOfADeletedMessage() async throws {
        try await MeasureHouse.run { house in
            try await house.say("Slept 8 h", "m0")
            let first = try await house.say(Self.said, "m1")
            // Two bad nights are what the week tells of.
            let second = try await house.say("Slept 3.2917 h", "m2")
            let before = try await Self.everything(house)
            for (door, text) in before { #expect(text.contains("3.29"), "\(door) tells: \(text)") }
            for value in Self.told {
                for door in ["chart", "table", "answers", "summary", "export"] {
                    #expect(before[door]?.contains(value) == true, "\(door) tells: \(before[door] ?? "")")
                }
            }
            for message in [first, second] {
                try await house.fixture.services.messages.delete(message, in: house.chat, by: house.client.actor)
            }
            for isReadAgain in [false, true] {
                if isReadAgain {
                    _ = try await house.fixture.database.write { try $0.execute("DELETE FROM measure_rules") }
                    try await house.follower.readPending()
                }
                for (door, text) in try await Self.everything(house) {
                    for value in Self.told + ["83.2", "3.2917"] { #expect(!text.contains(value), "\(door): \(text)") }
                }
                #expect(try await house.told() == ["sleep 8 h"])
            }
        }
    }

    /// A number is stored as eight bytes, so these are looked for beside the text.
    @Test func noFileHoldsTheValuesOfADeletedMessage() async throws {
        try await MeasureHouse.run { house in
            // Another engine's files aren't here.
            guard FileManager.default.fileExists(atPath: "\(house.fixture.folder.path)/spotter.db") else { return }
            let message = try await house.say(Self.said, "m1")
            let point = try #require(try await house.points().first)
            let change = UpdateMeasurePointRequest(value: 84.6131)
            _ = try await house.service.change(point.id, change, of: house.client.id, by: house.client.actor)
            #expect(Self.traces(in: house.fixture.folder).isSuperset(of: ["3.2917", "84.6131"]))
            try await house.fixture.services.messages.delete(message, in: house.chat, by: house.client.actor)
            try await house.fixture.database.close()
            #expect(Self.traces(in: house.fixture.folder) == [])
        }
    }

    private static func traces(in folder: TemporaryFolder) -> Set<String> {
        let files = ["spotter.db", "spotter.db-wal"].map { Data((try? folder.content(of: $0)) ?? []) }
        var found: Set<String> = []
        for value in values + [84.6131] {
            let stored = Data(withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) })
            let forms = [stored, Data("\(value)".utf8)]
            let isThere = files.contains { file in forms.contains { file.firstRange(of: $0) != nil } }
            if isThere { found.insert("\(value)") }
        }
        return found
    }
}
