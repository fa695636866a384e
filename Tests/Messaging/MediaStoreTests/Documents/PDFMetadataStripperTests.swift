import Domain
import Foundation
import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct PDFMetadataStripperTests {
    private func strip(_ bytes: [UInt8]) -> [UInt8] {
        var stripper = PDFMetadataStripper(bytes)
        stripper.run()
        var stripped = bytes
        for edit in stripper.edits {
            stripped.replaceSubrange(edit.offset..<edit.offset + edit.bytes.count, with: edit.bytes)
        }
        return stripped
    }

    @Test func namesProgramsAndDatesGo() throws {
        let document = PDFFixture.document()
        let stripped = strip(document)
        #expect(stripped.count == document.count)
        for trace in ["Eve", "457665", "D:2026", "Draft", "Zurich", "/Info", "/Metadata 6"] {
            #expect(document.contains(text: trace))
            #expect(!stripped.contains(text: trace), "\(trace) is left")
        }
        for needed in [
            "BT (endstream not yet) Tj ET", "/Title (Chapter one)", "/Root 1 0 R", "pixels", "/Trapped /False",
            "/Title ()", "/Author <>",
        ] { #expect(stripped.contains(text: needed), "\(needed)") }
        // Every object is where the table says.
        for object in 1...10 {
            let start = Data("\(object) 0 obj".utf8)
            #expect(Data(stripped).range(of: start)?.lowerBound == Data(document).range(of: start)?.lowerBound)
        }
        #expect(strip(stripped) == stripped)
    }

    @Test func documentInformationInACompressedStreamIsDetached() throws {
        let table = "<< /Type /XRef /Root 2 0 R /Info 3 0 R /Length 4 >>"
        let text = "%PDF-1.5\n1 0 obj\n\(table)\nstream\nabcd\nendstream\nendobj\n"
        let stripped = strip(Array(text.utf8))
        #expect(stripped.contains(text: "/Root 2 0 R            ") && !stripped.contains(text: "/Info"))
    }

    @Test(arguments: 0..<8)
    func anyDamageIsSurvived(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let delimiters = Array("()<>[]/%\\ R\n0".utf8)
        for _ in 0..<60 {
            var bytes = PDFFixture.document()
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    Bool.random(using: &random)
                    ? delimiters.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
            #expect(strip(bytes).count == bytes.count)
        }
    }

    @Test(arguments: ["(", "<<", "[", "stream\n", "<</A", "1 0 obj<</Length 0>>stream\n", "\\(", "%", "/", "<"])
    func repetitionTakesBoundedTime(text: String) {
        let bytes = [[UInt8]](repeating: Array(text.utf8), count: 100_000).flatMap { $0 }
        #expect(strip(bytes).count == bytes.count)
    }
}
