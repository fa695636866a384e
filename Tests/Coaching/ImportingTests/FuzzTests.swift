import Domain
import Importing
import SpotterAPI
import TestSupport
import Testing

/// Bytes from outside: refused or imported, never a trap, and a refusal leaves nothing. Seeded, so that a failure can be
/// seen again.
@Suite struct FuzzTests {
    private static let whatsApp = ImportOptions(
        format: .whatsapp,
        whatsApp: WhatsAppOptions(
            members: [.init(name: "Alex", email: "alex@example.com"), .init(name: "Sara", email: "sara@example.com")],
            timezone: "America/New_York"
        )
    )

    private static let export = """
        [31/12/2023, 21:41:05] Alex: \u{200E}Messages and calls are end-to-end encrypted.
        [31/12/2023, 21:41:05] Alex: hello
        over two lines
        [01/01/2024, 00:00:00] ~\u{202F}Sara: \u{200E}image omitted
        [01/01/2024, 9:05:00\u{202F}PM] Sara: gott nytt år: allihop
        """

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.insert(.random(in: .min ... .max, using: &random), at: at)
            case 1: if at < bytes.count { bytes[at] = .random(in: .min ... .max, using: &random) }
            case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...40, using: &random)))
            default:
                let piece = bytes[at..<min(bytes.count, at + Int.random(in: 0...60, using: &random))]
                bytes.insert(contentsOf: Array(piece), at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return bytes
    }

    /// Refusals must be of the file; anything else is a defect.
    private func importing(_ bytes: [UInt8], _ options: ImportOptions, into world: ImportFixture) async throws {
        let before = try await world.rows()
        do {
            _ = try await world.importer.run(bytes, options: options)
        } catch is ImportFailure {
            #expect(try await world.rows() == before)
        }
    }

    @Test func mutatedLinesAreImportedOrRefused() async throws {
        try await ImportFixture.with { world in
            var random = SeededRandom(seed: 1)
            let file = Array(Lines.file(Lines.studio + [Lines.hello, Lines.message("m2", "hi", in: "g1")]).utf8)
            for _ in 0..<400 { try await importing(mutated(file, &random), ImportOptions(isDryRun: true), into: world) }
        }
    }

    @Test func mutatedArchivesAreImportedOrRefused() async throws {
        try await ImportFixture.with { world in
            var random = SeededRandom(seed: 4)
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara]))
            var archive = ChatArchive(
                text: Array((Self.export + "\n[02/01/2024, 9:05:00] Sara: <attached: a.jpg>").utf8)
            )
            archive.add("a.jpg", [1, 2, 3])
            let options = ImportOptions(isDryRun: true, whatsApp: Self.whatsApp.whatsApp)
            for _ in 0..<400 { try await importing(mutated(archive.finished(), &random), options, into: world) }
        }
    }

    @Test func mutatedLinesOfTheStudio() async throws {
        try await ImportFixture.with { world in
            var random = SeededRandom(seed: 2)
            let lines = Fixture.studio.split(separator: UInt8(ascii: "\n"))
            let head = lines.prefix(49)
            for line in lines.shuffled(using: &random).prefix(150) {
                let file = (head.map(Array.init) + [mutated(Array(line), &random)]).joined(separator: [0x0A])
                let options = ImportOptions(isDryRun: true)
                try await importing(Array(file), options, into: world)
            }
        }
    }

    @Test func mutatedExportsAreImportedOrRefused() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara]))
            var random = SeededRandom(seed: 3)
            for _ in 0..<600 {
                try await importing(mutated(Array(Self.export.utf8), &random), Self.whatsApp, into: world)
            }
        }
    }

    /// Pieces of headers and of what the app writes, in any order, script and encoding.
    @Test func exportsOfAnyPiecesAreReadOrRefused() throws {
        let pieces = [
            "[", "]", "12/31/23", "31. 12. 2023.", "۲۰۲۵/۵/۳۰", "2025年10月31日", "1404/3/9", "31/12/66", ", ", "، ",
            " - ", ": ",
            "9:41", "21.41.05", "9:41\u{202F}PM", "下午3:50", "à", "klo", "Alex", "Sara", "~", "\u{200E}", "\u{200F}",
            "\u{FEFF}",
            "<", ">", "Media omitted", "This message was edited", "a.jpg", "(file attached)", "image omitted", "\"",
            "„", "\n",
            "\r\n", "\r", "\u{2028}", " ", "\u{301}", "👍🏽", "99999999999",
        ]
        var random = SeededRandom(seed: 5)
        let starts = [
            "[31/12/2023, 21:41:05] Alex: a", "12/31/23, 9:41\u{202F}PM - Sara: b", "2025/10/31 下午3:50 - Alex: c", "",
        ]
        for round in 0..<3000 {
            var text = starts.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 0...30, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
            var bytes = Array(text.utf8)
            if round.isMultiple(of: 5) {
                bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            }
            if round.isMultiple(of: 7), !bytes.isEmpty { bytes.removeLast() }
            do {
                let preview = try Importer.preview(bytes, Self.whatsApp, now: .latest)
                #expect(preview?.samples.count ?? 0 <= 5)
            } catch is ImportFailure {}
        }
    }

    @Test(arguments: [ImportOptions(), whatsApp]) func noiseIsRefusedWithoutATrace(_ options: ImportOptions)
        async throws
    {
        try await ImportFixture.with { world in
            var random = SeededRandom(seed: 4)
            for length in 0..<300 {
                let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                try await importing(bytes, options, into: world)
                let digits = Array("[]/.:-, 0123456789AaPpMm\n\"{}\\u\u{200E}".utf8)
                let likely = (0..<length).map { _ in digits.randomElement(using: &random) ?? 0 }
                try await importing(likely, options, into: world)
            }
        }
    }

    @Test(arguments: [
        String(repeating: "[", count: 1_000_000),
        #"{"type":"# + String(repeating: #"{"a":"#, count: 200_000),
        #"{"type":"user","email":"# + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}",
        #"{"type":"user","email":"\ud800"}"#,
        #"{"type":"message","chat":"\u0000","ref":"a","sender":"a@b.co","sentAt":"9999-12-31T23:59:60-23:59","text":"x"}"#,
    ]) func hostileJSONIsRefusedWithItsLine(_ text: String) async throws {
        try await ImportFixture.with { world in
            let failure = try await world.failure(text)
            #expect(failure?.line == 1)
        }
    }
}
