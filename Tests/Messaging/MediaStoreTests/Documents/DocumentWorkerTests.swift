import Domain
import Foundation
import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

/// Where poppler isn't installed these fail: `scripts/setup` installs it.
@Suite(.longTimeLimit) struct DocumentWorkerTests {
    /// More than any document takes on a busy machine.
    private static let patience = Duration.seconds(600)

    private func text(
        _ bytes: [UInt8],
        executable: String? = nil,
        timeout: Duration = patience,
        limits: MediaLimits = MediaLimits()
    ) async throws -> DocumentText {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let input = try OpenFile("\(folder.path)/in", .new)
        try input.write(bytes, at: 0)
        let worker = DocumentWorker(
            executable: try executable ?? BuiltExecutable.mediaWorkerProbe.path,
            limits: limits,
            timeout: timeout,
            budget: DecodingBudget()
        )
        return try await worker.text(
            of: input,
            for: UserID(high: 0, low: 1),
            through: try OpenFile("\(folder.path)/out", .new)
        )
    }

    @Test(arguments: TestPDF.Font.allCases)
    func everyPageIsReadInItsOrder(font: TestPDF.Font) async throws {
        let pages = [["Squats 5 x 5 at 80 kg", "Rest (3 minutes)"], [], ["Crème brûlée ½ £", "the end"]]
        let read = try await text(TestPDF.document(pages: pages, font: font))
        #expect(read == DocumentText(pages: pages.map { $0.joined(separator: "\n") }, pageCount: 3, isCut: false))
    }

    @Test func onlyTheFirstPagesOfManyAreRead() async throws {
        let many = TestPDF.document(pages: (1...10_000).map { ["This is page \($0)."] })
        let read = try await text(many)
        #expect(read.pageCount == 10_000 && read.isCut)
        #expect(read.pages == (1...50).map { "This is page \($0)." })
    }

    @Test func onlyTheFirstCharactersAreRead() async throws {
        var limits = MediaLimits()
        limits.textCharacters = 10
        let cut = try await text(TestPDF.document(pages: [["éèêë"], ["123456789"], ["x"]]), limits: limits)
        #expect(cut == DocumentText(pages: ["éèêë", "123456"], pageCount: 3, isCut: true))
        let whole = try await text(TestPDF.document(pages: [["1234567890"]]), limits: limits)
        #expect(whole == DocumentText(pages: ["1234567890"], pageCount: 1, isCut: false))
    }

    @Test func pagesWithoutTextAreNoText() async throws {
        // A page that is one line from corner to corner.
        let drawing = TestPDF.document(contents: [Array("0 0 m 612 792 l S\n".utf8)])
        await #expect(throws: DocumentError.withoutText) { try await text(drawing) }
    }

    @Test func whatIsNoDocumentIsRefused() async throws {
        await #expect(throws: DocumentError.locked) { try await text(TestPDF.locked()) }
        let whole = TestPDF.document(pages: [["one"]])
        for bytes in [[], Array("%PDF-1.7\n".utf8), Fixtures.jpeg, Array(whole.prefix(60))] {
            await #expect(throws: DocumentError.damaged) { try await text(bytes) }
        }
        var limits = MediaLimits()
        limits.textBytes = Int64(whole.count) - 1
        await #expect(throws: DocumentError.tooLarge(limits.textBytes)) { try await text(whole, limits: limits) }
    }

    /// Cut off, overwritten and emptied at every 50th byte: it's read, or refused.
    @Test(arguments: TestPDF.Font.allCases)
    func aBrokenDocumentIsReadOrRefused(font: TestPDF.Font) async throws {
        let whole = TestPDF.document(pages: [["Squats 5 x 5", "at 80 kg"], ["Rows"]], font: font)
        var (read, refused) = (0, 0)
        for position in stride(from: 0, to: whole.count, by: 50) {
            var flipped = whole
            flipped[position] ^= 0xFF
            let end = min(position + 8, whole.count)
            let emptied = whole[..<position] + Array(repeating: 0, count: end - position) + whole[end...]
            for bytes in [Array(whole[..<position]), flipped, Array(emptied)] {
                do {
                    _ = try await text(bytes)
                    read += 1
                } catch DocumentError.damaged, DocumentError.withoutText {
                    refused += 1
                }
            }
        }
        #expect(read > 20 && refused > 10, "\(read) read, \(refused) refused")
    }

    /// 16 KB that unpack to 256 GB: each pair of bytes is a run of 128 bytes, which are such pairs again.
    @Test func aStreamThatNeverEndsIsGivenUp() async throws {
        let bomb = Array(repeating: UInt8(0x81), count: 16_384)
        let filters = "[/RunLengthDecode /RunLengthDecode /RunLengthDecode /RunLengthDecode]"
        await #expect(throws: DocumentError.tooComplex) {
            try await text(TestPDF.document(contents: [bomb], filters: filters))
        }
    }

    @Test func aTextOfMillionsOfLettersIsCutOrGivenUp() async throws {
        let line = Array("(AAAAAAAAAA) Tj 0 -1 Td ".utf8)
        let content = Array("BT /F 1 Tf 72 720 Td ".utf8) + Array(repeatElement(line, count: 300_000).joined())
        do {
            let read = try await text(TestPDF.document(contents: [content + Array("ET".utf8)]))
            #expect(read.pages.joined().count <= MediaLimits().textCharacters)
        } catch DocumentError.tooComplex {}
    }

    @Test(arguments: [
        // Pages that are their own parents.
        ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"],
        // Two lists of pages that hold each other.
        [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 9 >>",
            "<< /Type /Pages /Kids [2 0 R] /Count 9 >>",
        ],
        // More pages than there can be.
        ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 2147483647 >>"],
        ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count -1 >>"],
        // A reference to itself, and none at all.
        ["<< /Type /Catalog /Pages 2 0 R >>", "2 0 R"], ["null"], [],
    ])
    func documentsThatTurnInCirclesAreRefused(objects: [String]) async throws {
        let bytes = TestPDF.file(objects.map { Array($0.utf8) })
        let refused = await #expect(throws: DocumentError.self) { try await text(bytes) }
        #expect(refused == .damaged || refused == .withoutText || refused == .tooComplex)
    }

    /// A page whose drawing draws itself.
    @Test func aDrawingThatDrawsItselfEnds() async throws {
        let form = TestPDF.stream(
            Array("BT /F 12 Tf 72 700 Td (again) Tj ET /X Do /X Do".utf8),
            "/Type /XObject /Subtype /Form /BBox [0 0 612 792] "
                + "/Resources << /XObject << /X 3 0 R >> /Font << /F 5 0 R >> >>"
        )
        let objects = [
            Array("<< /Type /Catalog /Pages 2 0 R >>".utf8),
            Array("<< /Type /Pages /Kids [4 0 R] /Count 1 >>".utf8), form,
            Array(
                """
                << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R \
                /Resources << /XObject << /X 3 0 R >> /Font << /F 5 0 R >> >> >>
                """.utf8
            ),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".utf8),
            TestPDF.stream(Array("/X Do".utf8)),
        ]
        do {
            #expect(try await text(TestPDF.file(objects)).pages.joined().contains("again"))
        } catch DocumentError.tooComplex {}
    }

    @Test(arguments: [
        ("kill -SEGV $$", DocumentError.tooComplex), ("kill -SYS $$", .forbiddenCall), ("exit 1", .tooComplex),
        ("exit 0", .tooComplex), ("exit 10", .damaged), ("exit 12", .libraryMissing), ("exit 13", .libraryOutdated),
        ("exit 15", .unconfined), ("exit 17", .locked), ("while :; do :; done", .tooComplex), ("cat", .tooComplex),
        // One page of two bytes: right, then with a byte too many, no UTF-8, more pages than there are, and an unknown flag.
        (#"printf 'SPT1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\3ok\fx'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\3\377\376\f'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\1\0\0\0\2\0\0\0\0\0\0\0\3ok\f'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\2\0\0\0\2\0\0\0\0\0\0\0\3ok\f'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\1\0\0\0\1\0\0\0\7\0\0\0\3ok\f'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\1\0\0\0\1\0\0\0\0\377\377\377\377ok\f'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'"#, .tooComplex),
        (#"printf 'SPT1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\3 \n\f'"#, .withoutText),
    ])
    func aWorkerThatDiesHangsOrLiesIsAnError(script: String, refusal: DocumentError) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try await folder.script("worker", script)
        // Short, where nothing has to happen before it.
        let timeout = script.hasPrefix("while") ? Duration.milliseconds(50) : Self.patience
        await #expect(throws: refusal) {
            try await text(TestPDF.document(pages: [["x"]]), executable: path, timeout: timeout)
        }
    }

    @Test func whatAWorkerWritesIsRead() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try await folder.script("worker", #"printf 'SPT1\0\0\0\2\0\0\0\1\0\0\0\1\0\0\0\3ok\f'"#)
        let read = try await text(TestPDF.document(pages: [["x"]]), executable: path)
        #expect(read == DocumentText(pages: ["ok"], pageCount: 2, isCut: true))
    }

    @Test func whatIsMissingIsKnownBeforehand() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let worker = try BuiltExecutable.mediaWorkerProbe.path
        #expect(WorkerCheck.documents(executable: worker) == nil && WorkerCheck.pictures(executable: worker) == nil)
        let without = try await folder.script("worker", "exit 12")
        #expect(WorkerCheck.documents(executable: without) == .library)
        let unconfined = try await folder.script("unconfined", "exit 15")
        #expect(WorkerCheck.documents(executable: unconfined) == .confinement)
        guard case .process = WorkerCheck.documents(executable: "/nowhere") else {
            Issue.record("a worker that isn't there works")
            return
        }
    }
}
