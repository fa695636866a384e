import Domain
import Foundation
import SpotterAPI
import Storage
import Testing

@testable import Importing

@Suite struct WhatsAppImportTests {
    private static let android = """
        12/30/23, 9:40 PM - Messages and calls are end-to-end encrypted. Tap to learn more.
        12/30/23, 9:41\u{202F}PM - Alex Rivera: Gott nytt år!
        12/30/23, 9:41\u{202F}PM - Sara: ok
        12/30/23, 9:41\u{202F}PM - Sara: ok
        12/31/23, 12:05\u{202F}AM - Sara: first line
        second line: with a colon

        fourth line
        12/31/23, 8:00\u{202F}AM - Alex Rivera: <Media omitted>
        """

    private static let ios = """
        \u{200E}[30/12/2023, 21:40:01] Alex Rivera: \u{200E}Messages and calls are end-to-end encrypted.
        [30/12/2023, 21:41:05] Alex Rivera: Gott nytt år!
        [30/12/2023, 21:41:40] ~\u{202F}Sara L: ok
        [30/12/2023, 21:41:44] ~\u{202F}Sara L: ok
        [31/12/2023, 00:05:00] ~\u{202F}Sara L: first line
        second line: with a colon

        fourth line
        \u{200E}[31/12/2023, 08:00:00] Alex Rivera: \u{200E}image omitted
        """

    private func options(
        _ members: [String] = ["Alex Rivera=alex@example.com", "Sara=sara@example.com"],
        timezone: String? = "America/New_York",
        locale: String? = nil,
        chatName: String? = nil
    ) -> ImportOptions {
        ImportOptions(
            format: .whatsapp,
            whatsApp: WhatsAppOptions(
                members: members.compactMap { WhatsAppOptions.Member($0) },
                timezone: timezone,
                locale: locale,
                chatName: chatName
            )
        )
    }

    private func withPeople(_ body: (ImportFixture) async throws -> Void) async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara, Lines.tom]))
            try await body(world)
        }
    }

    private func messages(_ world: ImportFixture) async throws -> [String] {
        try await world.database.read { connection in
            try connection.query(
                """
                SELECT m.created_at, u.display_name, m.text FROM messages m JOIN users u ON u.id = m.sender_id
                ORDER BY m.seq
                """
            ) { "\(try $0.timestamp(0)) \(try $0.text(1)): \(try $0.text(2))" }
        }
    }

    @Test func anExportOfAndroid() async throws {
        try await withPeople { world in
            let report = try await world.run(Self.android, options())
            #expect(report.messages == .init(added: 4))
            #expect(report.chats == .init(added: 1))
            #expect(report.skipped == .init(media: 1, system: 1))
            #expect(
                try await messages(world) == [
                    "2023-12-31T02:41:00.000Z Alex: Gott nytt år!",
                    "2023-12-31T02:41:00.000Z Sara: ok",
                    "2023-12-31T02:41:00.000Z Sara: ok",
                    "2023-12-31T05:05:00.000Z Sara: first line\nsecond line: with a colon\n\nfourth line",
                ]
            )
            #expect(try await world.chats(of: "sara@example.com").map(\.kind) == [.direct])
        }
    }

    @Test func aSecondTimeAddsNothingAlsoFromTheOtherPhone() async throws {
        try await withPeople { world in
            _ = try await world.run(Self.ios, options(["Alex Rivera=alex@example.com", "Sara L=sara@example.com"]))
            let rows = try await world.rows()
            #expect(
                try await world.run(
                    Self.ios.replacing("\n", with: "\r\n"),
                    options(["Alex Rivera=alex@example.com", "Sara L=sara@example.com"])
                ).addsNothing
            )
            #expect(try await world.run(Self.android, options()).addsNothing)
            #expect(try await world.rows() == rows)
        }
    }

    @Test func aLaterExportAddsWhatIsNew() async throws {
        try await withPeople { world in
            _ = try await world.run(Self.android, options())
            let report = try await world.run(Self.android + "\n12/31/23, 9:00 AM - Sara: ok", options())
            #expect(report.messages == .init(added: 1, existing: 4))
        }
    }

    @Test func threeMembersAreAGroup() async throws {
        try await withPeople { world in
            let members = ["Alex Rivera=alex@example.com", "Sara=sara@example.com", "Tom=tom@example.com"]
            let failure = try await world.failure(Self.android, options(members))
            #expect(failure?.reason.contains("a group needs a name") == true)
            _ = try await world.run(Self.android, options(members, chatName: "Run Club"))
            let chats = try await world.chats(of: "tom@example.com")
            #expect(chats.map(\.name) == ["Run Club"])
            #expect(chats.map(\.kind) == [.group])
        }
    }

    @Test(
        arguments: [
            // New York, 2023: the hour from 1:00 on 5 November came twice, that from 2:00 on 12 March not at all.
            (["2023-11-05T00:59:00Z", "2023-11-05T01:30:00Z"], ["2023-11-05T04:59:00Z", "2023-11-05T05:30:00Z"]),
            (["2023-11-05T01:30:00Z", "2023-11-05T01:10:00Z"], ["2023-11-05T05:30:00Z", "2023-11-05T06:10:00Z"]),
            (["2023-11-05T02:00:00Z"], ["2023-11-05T07:00:00Z"]),
            (["2023-03-12T02:30:00Z"], ["2023-03-12T07:30:00Z"]),
            (["2023-03-12T03:00:00Z"], ["2023-03-12T07:00:00Z"]),
            (["0001-01-01T00:00:00Z"], ["0001-01-01T04:56:02Z"]),
        ] as [([String], [String])]
    )
    func clocksAreReadThroughTheirChanges(_ walls: [String], _ expected: [String]) throws {
        var clock = LocalTimeConverter(zone: try #require(TimeZone(identifier: "America/New_York")))
        #expect(walls.map { clock.instant(of: time($0)) } == expected.map { time($0) })
    }

    @Test func whatIsMissingIsSaid() async throws {
        try await withPeople { world in
            let cases: [(String, ImportOptions, Int?, String)] = [
                (Self.android, options(timezone: nil), nil, "time zone"),
                (Self.android, options(timezone: "Mars/Base"), nil, "'Mars/Base' is not a time zone"),
                (Self.android, options(["Alex Rivera=alex@example.com"]), nil, "two at least"),
                (Self.android, options(["Alex Rivera=alex", "Sara=sara@example.com"]), nil, "'Alex Rivera'"),
                (
                    Self.android, options(["Alex Rivera=alex@example.com", "Bo=sara@example.com"]), 3,
                    "named for 'Sara'"
                ),
                (
                    Self.android, options(["Alex Rivera=alex@example.com", "Sara=eve@example.com"]), 1,
                    "eve@example.com"
                ),
                ("hello\n" + Self.android, options(), 1, "not a WhatsApp export"),
                ("", options(), nil, "empty"),
                ("2/30/24, 9:41 AM - Sara: hi", options(), 1, "2/30/24 is not a date"),
                (Lines.file(Lines.studio), options(), 1, "not a WhatsApp export"),
            ]
            let rows = try await world.rows()
            for (text, options, line, reason) in cases {
                let failure = try await world.failure(text, options)
                #expect(failure?.line == line)
                #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "no failure")")
            }
            #expect(try await world.rows() == rows)
        }
    }

    @Test func anArchiveIsRecognised() async throws {
        try await withPeople { world in
            await #expect(throws: ImportFailure(line: nil, "this zip archive is refused: it is damaged or incomplete"))
            {
                _ = try await world.importer.run([0x50, 0x4B, 3, 4, 0xFF], options: options())
            }
        }
    }

    @Test func aTextTooLongForOneMessageBecomesSeveral() async throws {
        try await withPeople { world in
            let export = "12/31/23, 9:41 PM - Sara: " + String(repeating: "å", count: 25_000)
            let report = try await world.run(export, options())
            #expect(report.messages == .init(added: 3))
            #expect(report.notes == ["the message on line 1 was split into 3"])
            #expect(try await world.run(export, options()).addsNothing)
        }
    }
}
