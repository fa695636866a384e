import Domain
import SpotterAPI
import Synchronization
import Testing

@testable import Importing

/// The pictures and files of an export become those of their messages.
@Suite struct WhatsAppFilesTests {
    private static let options = ImportOptions(
        whatsApp: WhatsAppOptions(
            members: [.init(name: "Alex", email: "alex@example.com"), .init(name: "Sara", email: "sara@example.com")],
            timezone: "UTC"
        )
    )

    @Test(
        arguments: [
            ("Sara: \u{200E}<attached: a.jpg>", "", ["a.jpg"]),
            ("Sara: \u{200E}<bifogad: a.jpg>", "", ["a.jpg"]),
            ("Sara: my knee \u{200E}<attached: a.jpg>", "my knee", ["a.jpg"]),
            ("Sara: \u{200E}a.jpg (file attached)\nmy knee", "my knee", ["a.jpg"]),
            ("Sara: a.jpg (Datei angehängt)", "", ["a.jpg"]),
            ("Sara: see you (or not)", "see you (or not)", []),
            ("Sara: b.jpg (the one I like)", "b.jpg (the one I like)", []),
        ] as [(String, String, [String])]
    )
    func filesAreFoundInAnyLanguage(_ content: String, _ text: String, _ files: [String]) {
        let found = WhatsAppContent(content, isKnown: { _ in true }, isFile: { $0 == "a.jpg" })
        #expect(found == .message(name: "Sara", text: text, hasMedia: false, files: files))
    }

    @Test func whatIsMissingOrRefusedIsSaidAndDoesntStopTheRest() async throws {
        let store = RecordingStore(refusing: "bad.jpg")
        try await ImportFixture.with(attachments: store) { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara]))
            let text = """
                [01/02/2026, 10:00:00] Sara: hello
                \u{200E}[01/02/2026, 10:01:00] Sara: \u{200E}<attached: gone.jpg>
                \u{200E}[01/02/2026, 10:02:00] Sara: \u{200E}<attached: bad.jpg>
                \u{200E}[13/02/2026, 10:03:00] Alex: look \u{200E}<attached: bad.jpg>
                """
            var archive = ChatArchive(text: Array(text.utf8))
            archive.add("bad.jpg", [1])
            let report = try await world.importer.run(archive.finished(), options: Self.options)
            #expect(report.messages == .init(added: 2))
            #expect(report.files == .init())
            #expect(report.skipped.media == 3)
            #expect(report.notes.contains("1 pictures or files aren't there (line 2)"))
            #expect(report.notes.count { $0.hasPrefix("bad.jpg was left out: too big") } == 2)
            #expect(store.owners.count == 2)
            let dry = try await world.importer.run(
                archive.finished(),
                options: ImportOptions(isDryRun: true, whatsApp: Self.options.whatsApp)
            )
            #expect(dry.dryRun)
            #expect(store.owners.count == 2, "a dry run stores nothing")
        }
    }

    @Test func anArchiveWithoutAChatIsRefused() async throws {
        try await ImportFixture.with { world in
            var archive = ChatArchive(text: [])
            archive.add("_other.txt", [])
            let bytes = archive.finished().map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "x") : $0 }
            let failure = try await world.failure(bytes, Self.options)
            #expect(failure?.reason.contains("several texts") == true)
        }
    }
}

/// Refuses one name and remembers the owners.
private final class RecordingStore: AttachmentStore {
    private let asked = Mutex<[UserID]>([])
    private let refused: String
    var owners: [UserID] { asked.withLock { $0 } }

    init(refusing refused: String) { self.refused = refused }

    func store(_ bytes: [UInt8], named name: String, id: String, of owner: Actor) async throws -> MediaID {
        asked.withLock { $0.append(owner.userId) }
        throw SpotterError(.tooLarge, "too big")
    }
}
