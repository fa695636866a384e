import Foundation
import TestSupport
import Testing

@testable import Pictures

/// `fixtures/pictures/make.py` has drawn them, and written down what Pillow reads in them.
@Suite struct PictureDecoderTests {
    static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Repository.fixture("pictures/\(name)")))
    }

    private static func bytes(_ pixels: Pixels) -> [UInt8] {
        pixels.points.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    }

    @Test(arguments: [
        "rgba.png", "rgb.png", "grey.png", "greyalpha.png", "bits.png", "palette.png", "clear.png",
    ])
    func everyPointOfAPNGIsRead(name: String) throws {
        let pixels = try PictureDecoder.decode(Self.fixture(name))
        #expect((pixels.width, pixels.height) == (19, 13))
        #expect(try Self.bytes(pixels) == Self.fixture(name + ".rgba"))
    }

    /// Decoders may round differently. Where colours have half of the points, Pillow smooths between them.
    @Test(arguments: [
        ("full.jpg", 3, 1.0), ("grey.jpg", 2, 1.0), ("progressive.jpg", 3, 1.0), ("restarts.jpg", 3, 1.0),
        ("half.jpg", 60, 10.0), ("progressive-half.jpg", 60, 10.0),
    ])
    func aJPEGIsReadAsByOthers(name: String, most: Int, mean: Double) throws {
        let read = try Self.bytes(PictureDecoder.decode(Self.fixture(name)))
        let expected = try Self.fixture(name + ".rgba")
        try #require(read.count == expected.count)
        let differences = zip(read, expected).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 0) <= most)
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) <= mean)
    }

    @Test func fourColoursAreNotSupported() throws {
        let bytes = try Self.fixture("cmyk.jpg")
        #expect(throws: PictureError.unsupported) { try PictureDecoder.decode(bytes) }
    }

    @Test func whatIsNoPictureIsRefused() {
        for bytes in [[], [0xFF], Array("GIF89a".utf8), Array("<svg/>".utf8)] as [[UInt8]] {
            #expect(throws: PictureError.unknownFormat) { try PictureDecoder.decode(bytes) }
        }
        #expect(throws: PictureError.tooLarge) {
            try PictureDecoder.decode(Array(repeating: 0, count: PictureDecoder.maxBytes + 1))
        }
    }

    /// The size stands in the header, before anything is allocated for it.
    @Test func aLargeSizeIsRefused() throws {
        var png = try Self.fixture("rgb.png")
        png[17] = 1
        #expect(throws: PictureError.tooLarge) { try PictureDecoder.decode(png) }
        var jpeg = try Self.fixture("full.jpg")
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg[frame + 5] = 0xFF
        #expect(throws: PictureError.tooLarge) { try PictureDecoder.decode(jpeg) }
    }

    @Test(arguments: ["rgba.png", "full.jpg", "progressive.jpg"]) func aPictureThatEndsEarlyIsDamaged(name: String)
        throws
    {
        let bytes = try Self.fixture(name)
        for count in stride(from: 2, to: bytes.count - 2, by: 7) {
            #expect(throws: PictureError.self) { try PictureDecoder.decode(Array(bytes.prefix(count))) }
        }
    }

    /// Any bytes give a picture within the limits or an error.
    @Test(arguments: [
        "rgba.png", "bits.png", "palette.png", "full.jpg", "half.jpg", "progressive.jpg", "progressive-half.jpg",
        "restarts.jpg",
    ])
    func noBytesCrash(name: String) throws {
        let original = try Self.fixture(name)
        var random = SeededRandom(seed: UInt64(original.count))
        for _ in 0..<150 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: 2..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.insert(contentsOf: [0xFF, UInt8.random(in: 0xC0...0xDF, using: &random)], at: index)
                default: bytes.removeSubrange(index..<min(index + 5, bytes.count))
                }
                if bytes.count < 16 { bytes = original }
            }
            guard let pixels = try? PictureDecoder.decode(bytes) else { continue }
            #expect(pixels.width <= PictureDecoder.maxSide && pixels.height <= PictureDecoder.maxSide)
            #expect(pixels.points.count == pixels.width * pixels.height)
        }
    }
}
