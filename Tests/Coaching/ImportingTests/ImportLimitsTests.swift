import Domain
import Foundation
import TestSupport
import Testing

@testable import Importing

/// A small file can't become more than an import may hold, and what is refused is refused before the rest is read.
@Suite(.standardTimeLimit) struct ImportLimitsTests {
    private static let few = ImportLimits(textBytes: 2_000, records: 3, remedy: "split the file")
    private static let options = ImportOptions(
        format: .whatsapp,
        whatsApp: WhatsAppOptions(
            members: [.init(name: "Alex", email: "alex@example.com"), .init(name: "Sara", email: "sara@example.com")],
            timezone: "UTC"
        )
    )

    private static func chat(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "[13/01/2024, 21:41:05] Alex: \($0)" }.joined(separator: "\n").utf8)
    }

    private static func refusal(_ bytes: [UInt8], _ options: ImportOptions = .init()) -> ImportFailure? {
        #expect(throws: ImportFailure.self) { try ImportSource(bytes, options, few, now: .latest) }
    }

    @Test func aTextInAnArchiveMayBeAsLongAsAnother() throws {
        let archive = ChatArchive(text: Self.chat(3)).finished()
        #expect(try ImportSource(archive, Self.options, Self.few, now: .latest).lines.count == 4)
        // Its content isn't valid: it is refused by what the directory says.
        var bomb = ChatArchive(text: [UInt8](repeating: 0xFF, count: 2_001)).finished()
        let refusal = Self.refusal(bomb, Self.options)
        #expect(refusal?.isTooLarge == true && refusal?.spotterError.code == .tooLarge)
        #expect(refusal?.reason.contains("split the file") == true)
        bomb = [UInt8](repeating: 0xFF, count: 2_001)
        #expect(Self.refusal(bomb, Self.options)?.isTooLarge == true)
        #expect(Self.refusal(bomb)?.isTooLarge == true)
    }

    @Test func messagesAreCountedWhileTheyAreRead() throws {
        #expect(try ImportSource(Self.chat(3), Self.options, Self.few, now: .latest).lines.count == 4)
        // What comes behind isn't looked at.
        let chat = Self.chat(4) + [0x0A, 0xFF]
        let refused = Self.refusal(chat, Self.options)
        #expect(refused?.line == 4 && refused?.isTooLarge == true)
        let relation = #"{"type":"relation","trainer":"alex@example.com","client":"sara@example.com"}"#
        let lines = Array(([String](repeating: relation, count: 4) + ["{"]).joined(separator: "\n\n").utf8)
        let second = Self.refusal(lines)
        #expect(second?.line == 7 && second?.isTooLarge == true)
    }

    @Test func linesAreReadOneByOne() throws {
        var found: [String] = []
        try Array("a\n\nb\r\nc".utf8)[...].forEachLine { number, line throws(ImportFailure) in
            found.append("\(number)\(String(decoding: line, as: UTF8.self))")
        }
        #expect(found == ["1a", "2", "3b\r", "4c"])
        var count = 0
        try [UInt8]()[...].forEachLine { _, _ throws(ImportFailure) in count += 1 }
        #expect(count == 1)
    }

    @Test func theServerTakesOneAtATime() async throws {
        try await ImportFixture.with { world in
            let bytes = Array(#"{"type":"prospect","trainer":"alex@example.com","displayName":"Nina"}"#.utf8)
            func refusal(_ body: () async throws -> [UInt8]) async -> SpotterError? {
                do {
                    _ = try await world.importer.run(query: [], body)
                    return nil
                } catch {
                    return error as? SpotterError
                }
            }
            var second: SpotterError?
            let first = await refusal {
                second = await refusal { bytes }
                return bytes
            }
            #expect(second?.code == .rateLimited && second?.retryable == true)
            // This one came in, and the next one does: both are refused for what they say.
            #expect(first?.code == .invalidRequest)
            #expect(await refusal { bytes }?.code == .invalidRequest)
        }
    }
}
