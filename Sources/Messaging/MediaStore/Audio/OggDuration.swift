/// Ogg with Opus or Vorbis (RFC 3533, RFC 7845): the last position of each stream. Streams may follow one another.
enum OggDuration {
    private struct Stream {
        /// Positions per second; `nil` for a codec that isn't known.
        let rate: Double?
        let skip: Double
        var last: Double = 0
    }

    private static let maxStreams = 64

    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        let file = AudioBytes(bytes: bytes)
        var streams: [UInt64: Stream] = [:]
        var offset = 0
        while file.has("OggS", at: offset), let flags = file.big(offset + 5, 1),
            let position = file.little(offset + 6, 8), let serial = file.little(offset + 14, 4),
            let count = file.big(offset + 26, 1), let table = file.slice(offset + 27, Int(count))
        {
            let content = offset + 27 + Int(count)
            if flags & 2 != 0, streams[serial] == nil {
                guard streams.count < maxStreams else { return nil }
                guard !isVideo(at: content, in: file) else { return nil }
                streams[serial] = stream(at: content, in: file)
            }
            // All ones: no packet ends on this page.
            if position != .max, let last = streams[serial]?.last {
                streams[serial]?.last = max(last, Double(position))
            }
            offset = content + table.reduce(0) { $0 + Int($1) }
        }
        let known = streams.values.compactMap { stream in
            stream.rate.map { max(0, stream.last - stream.skip) / $0 }
        }
        guard !streams.isEmpty else { return nil }
        return AudioRecording(.ogg, seconds: known.count == streams.count ? known.reduce(0, +) : nil)
    }

    private static func isVideo(at content: Int, in file: AudioBytes) -> Bool {
        file.big(content, 1) == 0x80 && file.has("theora", at: content + 1)
    }

    private static func stream(at content: Int, in file: AudioBytes) -> Stream {
        if file.has("OpusHead", at: content) {
            return Stream(rate: 48_000, skip: Double(file.little(content + 10, 2) ?? 0))
        }
        if file.has("\u{1}vorbis", at: content), let rate = file.little(content + 12, 4), rate > 0 {
            return Stream(rate: Double(rate), skip: 0)
        }
        return Stream(rate: nil, skip: 0)
    }
}
