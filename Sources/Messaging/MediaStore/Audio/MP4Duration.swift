/// MP4 with sound only, as phones record it (ISO/IEC 14496-12): the samples of each track of sound, in its table or in
/// fragments.
enum MP4Duration {
    /// No recording of a minute has more; a file made to cost time would.
    private static let maxBoxes = 100_000

    private struct Track {
        var id: UInt64 = 0
        var handler = ""
        var timescale: UInt64 = 0
        var declared: UInt64 = 0
        var samples: Double = 0
    }

    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        var reader = Reader(bytes: bytes)
        reader.read(0..<Int64(bytes.count))
        let tracks = reader.tracks
        guard !reader.isTooLong, !tracks.contains(where: { $0.handler == "vide" }) else { return nil }
        let sound = tracks.filter { $0.handler == "soun" }
        guard !sound.isEmpty else { return nil }
        let seconds = sound.compactMap { track -> Double? in
            guard track.timescale > 0 else { return nil }
            let units = max(Double(track.declared), track.samples, reader.fragments[track.id] ?? 0)
            return units > 0 ? units / Double(track.timescale) : nil
        }
        return AudioRecording(.m4a, seconds: seconds.max())
    }

    private struct Reader {
        let bytes: [UInt8]
        var tracks: [Track] = []
        /// The units of sound in fragments, by track.
        var fragments: [UInt64: Double] = [:]
        private var sampleDurations: [UInt64: UInt64] = [:]
        private var fragment: (track: UInt64, duration: UInt64) = (0, 0)
        private var count = 0
        var isTooLong: Bool { count > maxBoxes }

        private var file: AudioBytes { AudioBytes(bytes: bytes) }

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Reads the boxes of a range. Containers nest at most five deep: each kind is entered only where it belongs.
        mutating func read(_ range: Range<Int64>, depth: Int = 0) {
            var offset = range.lowerBound
            while offset < range.upperBound, !isTooLong {
                count += 1
                let head = Array(bytes[Int(offset)..<min(Int(offset) + 16, bytes.count)])
                guard let box = BoxHeader(head, at: offset, limit: range.upperBound) else { return }
                take(box, depth)
                offset = box.end
            }
        }

        private mutating func take(_ box: BoxHeader, _ depth: Int) {
            let start = Int(box.content.lowerBound)
            switch box.type {
            case UInt32(box: "trak"):
                tracks.append(Track())
                if depth < 6 { read(box.content, depth: depth + 1) }
            case UInt32(box: "moov"), UInt32(box: "mdia"), UInt32(box: "minf"), UInt32(box: "stbl"),
                UInt32(box: "mvex"),
                UInt32(box: "moof"), UInt32(box: "traf"):
                if depth < 6 { read(box.content, depth: depth + 1) }
            case UInt32(box: "tkhd"):
                let id = file.big(start + (isLong(start) ? 20 : 12), 4)
                change { $0.id = id ?? 0 }
            case UInt32(box: "mdhd"): readMediaHeader(start)
            case UInt32(box: "hdlr"):
                let handler = file.slice(start + 8, 4).map { String(decoding: $0, as: UTF8.self) }
                change { $0.handler = handler ?? "" }
            case UInt32(box: "stts"): readSampleTimes(start, box.content.count)
            case UInt32(box: "trex"):
                if let id = file.big(start + 4, 4) { sampleDurations[id] = file.big(start + 12, 4) }
            case UInt32(box: "tfhd"): readFragmentHeader(start)
            case UInt32(box: "trun"): readRun(start, box.content.count)
            default: break
            }
        }

        private mutating func change(_ change: (inout Track) -> Void) {
            guard var track = tracks.popLast() else { return }
            change(&track)
            tracks.append(track)
        }

        /// Whether a box of times has 64 bits for each.
        private func isLong(_ start: Int) -> Bool { file.big(start, 1) == 1 }

        private mutating func readMediaHeader(_ start: Int) {
            let isLong = isLong(start)
            let scale = file.big(start + (isLong ? 20 : 12), 4) ?? 0
            let declared = file.big(start + (isLong ? 24 : 16), isLong ? 8 : 4) ?? 0
            change {
                $0.timescale = scale
                // All ones: unknown.
                $0.declared = declared == (isLong ? .max : 0xFFFF_FFFF) ? 0 : declared
            }
        }

        private mutating func readSampleTimes(_ start: Int, _ length: Int) {
            let entries = min(Int(file.big(start + 4, 4) ?? 0), max(0, length - 8) / 8)
            var units = 0.0
            for entry in 0..<entries {
                let place = start + 8 + entry * 8
                units += Double(file.big(place, 4) ?? 0) * Double(file.big(place + 4, 4) ?? 0)
            }
            change { $0.samples += units }
        }

        private mutating func readFragmentHeader(_ start: Int) {
            guard let flags = file.big(start + 1, 3), let track = file.big(start + 4, 4) else { return }
            let place = start + 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
            fragment = (track, (flags & 8 != 0 ? file.big(place, 4) : sampleDurations[track]) ?? 0)
        }

        private mutating func readRun(_ start: Int, _ length: Int) {
            guard let flags = file.big(start + 1, 3), let samples = file.big(start + 4, 4) else { return }
            var units = 0.0
            if flags & 0x100 != 0 {
                let first = start + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
                let step = 4 * (flags >> 8 & 15).nonzeroBitCount
                let entries = min(Int(samples), max(0, start + length - first) / step)
                for entry in 0..<entries { units += Double(file.big(first + entry * step, 4) ?? 0) }
            } else {
                units = Double(samples) * Double(fragment.duration)
            }
            fragments[fragment.track, default: 0] += units
        }
    }
}
