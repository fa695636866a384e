import Domain
import SpotterAPI
import Testing

@testable import Importing

/// What a dry run says of a chat before anybody is named.
@Suite struct WhatsAppPreviewTests {
    private static let text = """
        13/06/25, 18:11 - Messages and calls are end-to-end encrypted.
        13/06/25, 18:12 - Coach Al: one
        over two lines
        13/06/25, 18:13 - Bea Client: <Media omitted>
        14/06/25, 18:13 - Coach Al: two
        15/06/25, 18:14 - Dr Knee: three
        16/06/25, 18:15 - Bea Client: four
        17/06/25, 09:00 - Coach Al: five
        """

    private func preview(_ whatsApp: WhatsAppOptions = .init()) throws -> ImportPreview? {
        try Importer.preview(
            Array(Self.text.utf8),
            ImportOptions(isDryRun: true, whatsApp: whatsApp),
            now: time("2026-03-11T13:15:00Z")
        )
    }

    @Test func nobodyNeedsToBeNamed() throws {
        let preview = try #require(try preview())
        #expect(
            preview.people == [
                .init(name: "Coach Al", email: nil, messages: 3), .init(name: "Bea Client", email: nil, messages: 1),
                .init(name: "Dr Knee", email: nil, messages: 1),
            ]
        )
        #expect([preview.firstDay, preview.lastDay, preview.dates] == ["2025-06-13", "2025-06-17", "dmy"])
        #expect([preview.messages, preview.media, preview.notices, preview.skipped] == [5, 1, 1, 0])
        #expect(preview.samples.map(\.text) == ["one over two lines", "two", "three", "four", "five"])
        #expect(preview.samples.first?.at == "2025-06-13 18:12")
        #expect(preview.noticeSamples == ["Messages and calls are end-to-end encrypted."])
    }

    @Test func whoIsNamedOrLeftOutIsSaid() throws {
        let preview = try #require(
            try preview(.init(members: [.init(name: "Coach Al", email: "al@example.com")], skip: ["dr knee"]))
        )
        #expect(preview.people.first { $0.name == "Coach Al" }?.email == "al@example.com")
        #expect(preview.people.first { $0.name == "Dr Knee" }?.isSkipped == true)
        #expect([preview.messages, preview.skipped] == [4, 1])
    }

    @Test func linesOfJSONHaveNone() throws {
        #expect(try Importer.preview(Array("{}".utf8), ImportOptions(), now: .latest) == nil)
    }

    @Test func aDryRunHasOneAndWritesNothing() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara]))
            let rows = try await world.rows()
            let options = WhatsAppOptions(
                members: [
                    .init(name: "Coach Al", email: "alex@example.com"),
                    .init(name: "Bea Client", email: "sara@example.com"),
                ],
                skip: ["Dr Knee"],
                timezone: "UTC"
            )
            let dry = try await world.run(Self.text, ImportOptions(isDryRun: true, whatsApp: options))
            #expect(dry.preview?.messages == 4)
            #expect(dry.messages == .init(added: 4))
            #expect(dry.skipped == .init(media: 1, system: 1, people: 1))
            #expect(try await world.rows() == rows)
            let real = try await world.run(Self.text, ImportOptions(whatsApp: options))
            #expect(real.preview == nil)
            #expect(real.messages == .init(added: 4))
        }
    }

    @Test func whoIsSkippedCannotBeAMember() async throws {
        try await ImportFixture.with { world in
            let options = WhatsAppOptions(
                members: [.init(name: "Dr Knee", email: "a@example.com")],
                skip: ["dr knee"],
                timezone: "UTC"
            )
            let failure = try await world.failure(Self.text, ImportOptions(whatsApp: options))
            #expect(failure?.reason.contains("'Dr Knee'") == true)
        }
    }
}
