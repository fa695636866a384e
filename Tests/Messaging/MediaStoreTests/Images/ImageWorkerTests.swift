import Domain
import Foundation
import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

/// Where libvips isn't installed these fail: `scripts/setup` installs it.
@Suite struct ImageWorkerTests {
    /// More than the largest pictures take on a busy machine.
    private static let patience = Duration.seconds(600)

    private struct Result {
        let width: Int
        let height: Int
        let content: [UInt8]
        let thumbnail: [UInt8]
    }

    private func convert(
        _ bytes: [UInt8],
        _ type: MediaType,
        executable: String? = nil,
        timeout: Duration = patience,
        limits: MediaLimits = MediaLimits()
    ) async throws -> Result {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let input = try OpenFile("\(folder.path)/in", .new)
        try input.write(bytes, at: 0)
        let worker = ImageWorker(
            executable: try executable ?? BuiltExecutable.mediaWorkerProbe.path,
            limits: limits,
            timeout: timeout
        )
        let converted = try await worker.convert(
            input,
            type,
            for: UserID(high: 0, low: 1),
            into: try OpenFile("\(folder.path)/out", .new)
        )
        func part(_ range: Range<Int64>) throws -> [UInt8] {
            try converted.file.read(at: range.lowerBound, count: range.count)
        }
        return Result(
            width: converted.width,
            height: converted.height,
            content: try part(converted.content),
            thumbnail: try part(converted.thumbnail)
        )
    }

    private func expectClean(_ bytes: [UInt8]) {
        for trace in ["Exif", "EXIF", "GPS", "xmp", "XMP", "Eve", "Zurich", "8BIM", "ICC_PROFILE", "iCCP", "tEXt"] {
            #expect(!bytes.contains(text: trace), "\(trace) is left")
        }
    }

    @Test(arguments: [UInt8(1), 3, 6, 8])
    func aPhotoComesUprightAndWithoutMetadata(orientation: UInt8) async throws {
        let photo = Pictures.tagged(Fixtures.jpeg, orientation: orientation)
        for trace in ["Exif", "EvePhone", "xmpmeta", "Zurich", "taken by Eve"] { #expect(photo.contains(text: trace)) }
        let result = try await convert(photo, .jpeg)
        let isTurned = orientation >= 5
        #expect(result.width == (isTurned ? 12 : 24))
        #expect(result.height == (isTurned ? 24 : 12))
        expectClean(result.content)
        expectClean(result.thumbnail)
        #expect(MediaType(sniffing: result.content) == .jpeg)
    }

    @Test func aLargePictureGetsAThumbnail() async throws {
        let result = try await convert(Pictures.png(width: 600, height: 300), .png)
        #expect(result.width == 600 && result.height == 300)
        #expect(MediaType(sniffing: result.content) == .png)
        expectClean(result.content)
        let small = try await convert(result.thumbnail, MediaType(sniffing: result.thumbnail))
        #expect(small.width == 150 && small.height == 75)
    }

    @Test(arguments: [
        (Fixtures.webp, MediaType.webp, MediaType.webp), (Fixtures.heic, .heif, .jpeg),
        (Fixtures.movingGIF, .gif, .gif),
        (Fixtures.movingWebP, .webp, .webp),
    ]
    )
    func otherKindsAreConverted(bytes: [UInt8], type: MediaType, stored: MediaType) async throws {
        let result = try await convert(bytes, type)
        #expect(MediaType(sniffing: result.content) == stored)
        #expect(result.width == 24 && result.height == 12)
        expectClean(result.content)
        expectClean(result.thumbnail)
    }

    @Test func animatedPicturesStayAnimated() async throws {
        let result = try await convert(Fixtures.movingGIF, .gif)
        // Graphic control extensions, one for each frame.
        let frames = result.content.indices.count { result.content[$0...].starts(with: [0x21, 0xF9, 4]) }
        #expect(frames == 3)
    }

    @Test func aHeaderThatPromisesTooMuchIsRefusedBeforeDecoding() async throws {
        await #expect(throws: ImageError.tooManyPixels(50_000_000)) { try await convert(Pictures.bomb(), .png) }
        var limits = MediaLimits()
        limits.imagePixels = 24 * 12 * 2
        await #expect(throws: ImageError.tooManyPixels(576)) {
            try await convert(Fixtures.movingGIF, .gif, limits: limits)
        }
    }

    @Test(arguments: TestLength.choose([6000], full: [6000, 7000]))
    func largeWebPIsTaken(side: Int) async throws {
        let result = try await convert(Pictures.webp(side: side), .webp)
        #expect(result.width == side && result.height == side)
        #expect(MediaType(sniffing: result.content) == .webp)
    }

    @Test func largeTransparentWebPIsMadeSmaller() async throws {
        let result = try await convert(Pictures.webp(side: 6000, isTransparent: true), .webp)
        #expect((4990...5000).contains(result.width) && result.width == result.height)
        #expect(MediaType(sniffing: result.thumbnail) == .png)
    }

    @Test func sixteenBitsBecomeEight() async throws {
        let colour: [UInt8] = [200, 7, 30, 9, 30, 11, 128, 13]
        let result = try await convert(Pictures.png(width: 40, height: 20, colour: colour), .png)
        #expect(result.width == 40 && result.height == 20)
        // Bit depth and colour type, with transparency.
        #expect(result.content[24] == 8 && result.content[25] == 6)
        let small = try await convert(Pictures.png(width: 3000, height: 10, colour: colour), .png)
        #expect(MediaType(sniffing: small.thumbnail) == .png)
    }

    @Test func tooManyDecodedBytesAreRefusedBeforeDecoding() async throws {
        let bomb = Pictures.bomb(width: 7000, height: 7000, depth: 16)
        await #expect(throws: ImageError.tooManyBytes(256 << 20)) { try await convert(bomb, .png) }
        await #expect(throws: ImageError.damaged) {
            try await convert(Pictures.bomb(width: 7000, height: 7000, depth: 8), .png)
        }
    }

    @Test func damagedOrMisnamedPicturesAreRefused() async throws {
        for (bytes, type) in [
            (Array(Fixtures.jpeg.prefix(300)), MediaType.jpeg), ([0xFF, 0xD8, 0xFF], .jpeg), (Fixtures.jpeg, .png),
            (Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8), .png),
            (Array(Pictures.png(width: 64, height: 64).prefix(2000)), .png), ([], .gif),
        ] {
            await #expect(throws: ImageError.damaged) { try await convert(bytes, type) }
        }
    }

    @Test(arguments: 0..<12)
    func anyDamagedPictureIsConvertedOrRefused(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let (whole, type) =
            [
                (Fixtures.jpeg, MediaType.jpeg), (Fixtures.webp, .webp), (Fixtures.heic, .heif),
                (Fixtures.movingGIF, .gif),
            ].randomElement(using: &random) ?? (Fixtures.jpeg, .jpeg)
        var bytes = whole
        for _ in 0..<8 {
            bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        // Any other error fails the test.
        do { _ = try await convert(bytes, type) } catch is ImageError {}
    }

    @Test(arguments: [
        ("kill -SEGV $$", ImageError.crashed), ("exit 1", .crashed), ("exit 0", .crashed),
        ("exit 12", .libraryMissing),
        ("exit 13", .libraryOutdated), ("while :; do :; done", .timedOut),
        ("printf 'SPM2\\377\\377\\377\\377'", .crashed),
        ("cat", .crashed),
    ]
    )
    func aWorkerThatDiesHangsOrLiesIsAnError(script: String, refusal: ImageError) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try await folder.script("worker", script)
        // Short, where nothing has to happen before it.
        let timeout = refusal == .timedOut ? Duration.milliseconds(50) : Self.patience
        await #expect(throws: refusal) {
            try await convert(Fixtures.jpeg, .jpeg, executable: path, timeout: timeout)
        }
    }

    @Test func aMissingWorkerIsAnErrorThatMayBeRetried() async throws {
        let error = await #expect(throws: ImageError.self) {
            try await convert(Fixtures.jpeg, .jpeg, executable: "/nowhere/spotter")
        }
        #expect(error?.isTransient == true)
        #expect(ImageError.libraryMissing.spotterError.message.contains("libvips42"))
    }

    @Test func aWorkerHasTwoFilesOpenAndNoSecrets() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let seen = "\(folder.path)/seen"
        let path = try await folder.script("worker", "ls /proc/$$/fd > \(seen)\nenv >> \(seen)\nexit 14")
        await #expect(throws: ImageError.crashed) { try await convert(Fixtures.jpeg, .jpeg, executable: path) }
        let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
        // The shell's script is its 10 or 255.
        #expect(lines.prefix { Int($0) != nil }.filter { (Int($0) ?? 0) < 10 } == ["0", "1", "2"])
        let variables = lines.compactMap { $0.contains("=") ? $0.split(separator: "=")[0] : nil }
        #expect(Set(variables).isSubset(of: ["OPENBLAS_NUM_THREADS", "LD_LIBRARY_PATH", "PWD", "_", "SHLVL"]))
    }
}
