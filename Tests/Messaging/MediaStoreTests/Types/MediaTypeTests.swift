import TestSupport
import Testing

@testable import MediaStore

@Suite struct MediaTypeTests {
    private static func box(_ brand: String, _ compatible: String = "") -> [UInt8] {
        [0, 0, 0, UInt8(16 + compatible.utf8.count)] + Array("ftyp\(brand)\0\0\0\0\(compatible)".utf8)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], MediaType.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif), (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
            (Array("RIFF\0\0\0\0WAVE".utf8), .other), (Array("%PDF-1.7".utf8), .pdf), (box("heic", "mif1"), .heif),
            (box("avif"), .heif), (box("mif1", "heic"), .heif), (box("isom", "mp42"), .mp4), (box("mp42"), .mp4),
            (box("qt  "), .quickTime), (box("M4A ", "isom"), .other), (box("zzzz", "isom"), .mp4),
            (box("zzzz"), .other),
            ([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8), .webm),
            ([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8), .other),
            (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .other), (Array("<!DOCTYPE html>".utf8), .other),
            (Array("PK\u{3}\u{4}".utf8), .other), ([], .other), ([0xFF], .other),
        ] as [([UInt8], MediaType)]
    )
    func knownTypesAreRecognised(bytes: [UInt8], type: MediaType) { #expect(MediaType(sniffing: bytes) == type) }

    @Test func noTypeIsRunByBrowsers() {
        for type in MediaType.allCases {
            #expect(!type.mimeType.contains("html") && !type.mimeType.contains("svg"))
            #expect(!type.mimeType.contains("xml") && !type.mimeType.hasPrefix("text/"))
        }
    }

    @Test(arguments: 0..<300)
    func anyBytesHaveAType(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let beginnings: [[UInt8]] = [
            [], Array("RIFF".utf8), [0, 0, 0, 255] + Array("ftyp".utf8),
            [0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypqt  ".utf8),
            [0x1A, 0x45, 0xDF, 0xA3], [0, 0, 0, 1] + Array("moov".utf8), Array("%PDF".utf8),
        ]
        let beginning = beginnings.randomElement(using: &random) ?? []
        let bytes = beginning + random.bytes(Int.random(in: 0...64, using: &random))
        // None of them traps.
        #expect(MediaType.allCases.contains(MediaType(sniffing: bytes)))
    }
}
