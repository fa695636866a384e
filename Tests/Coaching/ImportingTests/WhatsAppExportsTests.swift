import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

@testable import Importing

/// Exports as phones of many languages write them, with what is to be read from each. A third was held out while the
/// reader was written.
@Suite struct WhatsAppExportsTests {
    struct Export: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// Time on the phone's clock, sender, text; `nil` if the export is refused.
        let messages: [[String]]?
        let media: Int
        let notices: Int
        var held: Bool
        var people: Int?
        var encoding: String?
        var skip: [String]?
        var dates: String?
        /// A part of the reason.
        var refused: String?

        var testDescription: String { name }

        var bytes: [UInt8] {
            let units = Array(text.utf16)
            func utf16(_ isBig: Bool) -> [UInt8] {
                units.flatMap { unit in
                    let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                    return isBig ? [high, low] : [low, high]
                }
            }
            return switch encoding {
            case "utf-8-sig": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case "utf-16": [0xFF, 0xFE] + utf16(false)
            case "utf-16-le": utf16(false)
            case "utf-16-be": utf16(true)
            default: Array(text.utf8)
            }
        }
    }

    static let exports: [Export] = {
        let data = (try? Data(contentsOf: Repository.fixture("whatsapp-exports.jsonl"))) ?? Data()
        return data.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDecoder().decode(Export.self, from: $0) }
    }()

    static let people = [
        "a": "Coach Al", "b": "Bea Client", "c": "+49 170 1234567", "d": "🏃‍♀️ Mia 🏋🏽", "e": "Dr: Who",
        "f": "Bob \"Rock\" Lee",
    ]

    private func options(_ export: Export) -> WhatsAppOptions {
        WhatsAppOptions(
            members: Self.people.sorted { $0.key < $1.key }.map {
                .init(name: $0.value, email: "\($0.key)@example.com")
            },
            skip: export.skip ?? [],
            timezone: "UTC",
            dates: export.dates.flatMap(DateOrder.init),
            chatName: "Group"
        )
    }

    private func read(_ export: Export) throws -> WhatsAppImport {
        try WhatsAppImport(export.bytes, options(export), now: time("2026-03-11T13:15:00Z"))
    }

    @Test func thereAreEnough() {
        #expect(Self.exports.count >= 250)
        #expect(Self.exports.count(where: \.held) >= 80)
    }

    @Test(arguments: exports) func anExportIsRead(_ export: Export) throws {
        guard let expected = export.messages else {
            let failure = #expect(throws: ImportFailure.self) { try read(export) }
            #expect(failure?.reason.contains(export.refused ?? "") == true, "\(failure?.reason ?? "")")
            return
        }
        #expect(ImportFormat.guess(export.bytes) == .whatsapp)
        let file = try read(export)
        let messages = file.lines.compactMap { line -> [String]? in
            guard case .message(let message) = line.record else { return nil }
            return [String(message.sentAt.description.prefix(19)), String(message.sender.prefix(1)), message.text]
        }
        #expect(messages == expected)
        #expect(file.skipped == .init(media: export.media, system: export.notices, people: export.people ?? 0))
    }
}
