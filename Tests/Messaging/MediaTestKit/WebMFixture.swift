/// WebM files built element by element (RFC 8794, RFC 9559).
package enum WebMFixture {
    package static func element(_ id: UInt32, _ content: [UInt8], isSizeUnknown: Bool = false) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: id >> (24 - 8 * $0)) }.drop { $0 == 0 }
        let size = UInt32(content.count)
        let sizeBytes: [UInt8] =
            isSizeUnknown
            ? [0x01] + [UInt8](repeating: 0xFF, count: 7)
            : [0x10 | UInt8(size >> 24)] + (1..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
        return bytes + sizeBytes + content
    }

    package static func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }

    package static let pictures = Array("picture-data".utf8)

    /// A recording with a title, a date, tags with a place, an attached picture, and a track of positions.
    /// - Parameter isLive: as a browser records: without sizes of the segment and the clusters.
    package static func recording(isLive: Bool = false) -> [UInt8] {
        let head = element(0x1A45_DFA3, element(0x4286, [1]) + text(0x4282, "webm") + element(0x4287, [4]))
        let information = element(
            0x1549_A966,
            element(0x2A_D7B1, [0x0F, 0x42, 0x40]) + element(0x4489, [0x44, 0x7A, 0, 0])
                + text(0x7BA9, "Eve at home") + text(0x4D80, "EveMuxer") + text(0x5741, "EvePhone 7")
                + element(0x4461, [UInt8](repeating: 9, count: 8))
        )
        let tracks = element(
            0x1654_AE6B,
            element(0xAE, element(0xD7, [1]) + element(0x83, [1]) + text(0x86, "V_VP8") + text(0x536E, "Eve's lens"))
                + element(0xAE, element(0xD7, [2]) + element(0x83, [0x21]) + text(0x86, "D_WEBVTT/METADATA"))
        )
        let blocks =
            element(0xE7, [0]) + element(0xA3, [0x81, 0, 0, 0x80] + pictures)
            + element(0xA3, [0x82, 0, 0, 0x80] + Array("+47.3769+008.5417/".utf8))
            + element(0xA0, element(0xA1, [0x82, 0, 1, 0] + Array("+47.3770".utf8)))
        let cluster = element(0x1F43_B675, blocks, isSizeUnknown: isLive)
        let tags = element(
            0x1254_C367,
            element(0x7373, element(0x67C8, text(0x45A3, "LOCATION") + text(0x4487, "+59.3293+018.0686/")))
        )
        let attachments = element(0x1941_A469, element(0x61A7, text(0x466E, "eve.jpg")))
        let place = element(0x53AB, [0x12, 0x54, 0xC3, 0x67]) + element(0x53AC, [9])
        let seek = element(0x114D_9B74, element(0x4DBB, place))
        let old = element(0xEC, Array("Zurich".utf8))
        let parts = seek + old + information + tracks + attachments + cluster + cluster + tags
        return head + element(0x1853_8067, parts, isSizeUnknown: isLive)
    }
}
