/// Recordings in the containers that clients send, built from their specifications.
package enum AudioFixtures {
    package static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    package static func little(_ value: UInt64, _ count: Int) -> [UInt8] { big(value, count).reversed() }

    // MARK: MP4

    package static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return big(UInt64(content.count + 8), 4) + Array(type.utf8) + content
    }

    private static func times(_ zeros: Int) -> [UInt8] { [UInt8](repeating: 0, count: zeros) }

    /// A track of 48 000 units a second.
    private static func track(_ handler: String, id: UInt64, declared: UInt64, samples: [(UInt64, UInt64)]) -> [UInt8] {
        let table = big(0, 4) + big(UInt64(samples.count), 4) + samples.flatMap { big($0.0, 4) + big($0.1, 4) }
        return box(
            "trak",
            box("tkhd", times(12), big(id, 4), times(68)),
            box(
                "mdia",
                box("mdhd", times(12), big(48_000, 4), big(declared, 4), times(4)),
                box("hdlr", times(8), Array(handler.utf8), times(13)),
                box("minf", box("stbl", box("stts", table)))
            )
        )
    }

    /// As a phone records it.
    package static func m4a(seconds: UInt64, declared: UInt64? = nil, isFilm: Bool = false) -> [UInt8] {
        let sound = track("soun", id: 1, declared: declared ?? seconds * 48_000, samples: [(seconds * 50, 960)])
        let film = isFilm ? track("vide", id: 2, declared: seconds * 48_000, samples: [(seconds * 25, 1920)]) : []
        return box("ftyp", Array("M4A ".utf8), times(4), Array("M4A mp42".utf8)) + box("mdat", times(40))
            + box("moov", box("mvhd", times(100)), sound, film)
    }

    /// As a browser records it: the samples of a second in each fragment.
    package static func fragmented(seconds: UInt64, hasOwnDurations: Bool) -> [UInt8] {
        let start =
            box("ftyp", Array("iso5".utf8), times(4))
            + box(
                "moov",
                box("mvhd", times(100)),
                track("soun", id: 1, declared: 0, samples: []),
                box("mvex", box("trex", times(4), big(1, 4), big(1, 4), big(960, 4), times(8)))
            )
        let own = (0..<50).flatMap { _ in big(960, 4) }
        let run =
            hasOwnDurations
            ? box("trun", big(0x100, 4), big(50, 4), own) : box("trun", big(0, 4), big(50, 4))
        let fragment = box("moof", box("traf", box("tfhd", big(0, 4), big(1, 4)), run)) + box("mdat", times(40))
        return start + (0..<seconds).flatMap { _ in fragment }
    }

    // MARK: WebM

    package static func element(_ id: [UInt8], _ content: [UInt8], isSizeUnknown: Bool = false) -> [UInt8] {
        id + (isSizeUnknown ? [0xFF] : [0x08] + big(UInt64(content.count), 4)) + content
    }

    /// As a browser records it: neither duration nor sizes, a block each 20 ms, a cluster each second.
    package static func webm(seconds: UInt64, type: UInt8 = 2) -> [UInt8] {
        let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
        let information = element([0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], big(1_000_000, 3)))
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], element([0x83], [type])))
        let clusters = (0..<seconds).flatMap { second in
            let blocks = (0..<50).flatMap { element([0xA3], [0x81] + big(UInt64($0) * 20, 2) + [0x80, 1, 2, 3]) }
            return element(
                [0x1F, 0x43, 0xB6, 0x75],
                element([0xE7], big(second * 1000, 4)) + blocks,
                isSizeUnknown: true
            )
        }
        return head + element([0x18, 0x53, 0x80, 0x67], information + tracks + clusters, isSizeUnknown: true)
    }

    // MARK: Ogg

    private static func page(_ content: [UInt8], serial: UInt64, position: UInt64, isFirst: Bool = false) -> [UInt8] {
        Array("OggS".utf8) + [0, isFirst ? 2 : 0] + little(position, 8) + little(serial, 4) + times(8)
            + [1, UInt8(content.count)] + content
    }

    /// Opus with its usual delay of 312 samples.
    package static func opus(seconds: UInt64, serial: UInt64 = 7) -> [UInt8] {
        let head = Array("OpusHead".utf8) + [1, 1] + little(312, 2) + little(16_000, 4) + [0, 0, 0]
        return page(head, serial: serial, position: 0, isFirst: true)
            + (1...seconds).flatMap { page([1, 2, 3], serial: serial, position: $0 * 48_000 + 312) }
            + page([4], serial: serial, position: .max)
    }

    package static func vorbis(seconds: UInt64) -> [UInt8] {
        let head = [1] + Array("vorbis".utf8) + times(4) + [1] + little(44_100, 4) + times(14)
        return page(head, serial: 9, position: 0, isFirst: true) + page([1], serial: 9, position: seconds * 44_100)
    }

    package static var theora: [UInt8] {
        page([0x80] + Array("theora".utf8) + times(20), serial: 1, position: 0, isFirst: true)
    }

    // MARK: MP3 and FLAC

    /// 128 kbit/s at 44 100 Hz: 417 bytes a frame, 38.28 frames a second.
    package static func mp3(frames: Int, hasTable: Bool = false) -> [UInt8] {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + times(413)
        var first = frame
        if hasTable { first.replaceSubrange(36..<40, with: Array("Xing".utf8)) }
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + times(10)
        return tag + (hasTable ? first : []) + (0..<frames).flatMap { _ in frame } + Array("TAG".utf8) + times(125)
    }

    /// 16 000 samples a second; 0 seconds: a stream that doesn't tell.
    package static func flac(seconds: UInt64) -> [UInt8] {
        let numbers: UInt64 = 16_000 << 44 | 15 << 36 | seconds * 16_000
        return Array("fLaC".utf8) + [0x80, 0, 0, 34] + times(10) + big(numbers, 8) + times(16) + [0xFF, 0xF8]
    }
}
