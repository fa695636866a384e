/// MPEG layer III: every frame is visited, because a rate may change from frame to frame.
enum MP3Duration {
    private struct Frame {
        let length: Int
        let seconds: Double
    }

    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        let file = AudioBytes(bytes: bytes)
        var offset = tagEnd(in: file)
        // One pattern of eleven bits is in any file; two frames in a row aren't.
        guard let first = frame(at: offset, in: file), let second = frame(at: offset + first.length, in: file) else {
            return nil
        }
        // The first frame may hold a table of contents instead of sound.
        let isTable = isTable(offset, first.length, in: file)
        var seconds = isTable ? 0 : first.seconds
        offset += first.length + second.length
        seconds += second.seconds
        while offset + 4 <= bytes.count {
            guard let frame = frame(at: offset, in: file) else {
                offset += 1
                continue
            }
            seconds += frame.seconds
            offset += frame.length
        }
        return AudioRecording(.mp3, seconds: seconds)
    }

    /// ID3v2 tags are in front.
    private static func tagEnd(in file: AudioBytes) -> Int {
        var offset = 0
        for _ in 0..<16 {
            guard file.has("ID3", at: offset), let head = file.slice(offset + 5, 5) else { return offset }
            let numbers = Array(head)
            let size = numbers.dropFirst().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            offset += 10 + size + (numbers.first.map { $0 & 0x10 != 0 } ?? false ? 10 : 0)
        }
        return offset
    }

    private static func isTable(_ offset: Int, _ length: Int, in file: AudioBytes) -> Bool {
        // After the side information, whose length depends on version and channels.
        [13, 21, 36].contains { place in
            place + 4 <= length && ["Xing", "Info", "VBRI"].contains { file.has($0, at: offset + place) }
        }
    }

    /// In kbit/s: of version 1, and of versions 2 and 2.5.
    private static let rates: [[Int]] = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let samplings = [44_100, 48_000, 32_000]

    private static func frame(at offset: Int, in file: AudioBytes) -> Frame? {
        guard let head = file.big(offset, 4), head >> 21 == 0x7FF, head >> 17 & 3 == 1 else { return nil }
        let version = Int(head >> 19 & 3)
        let (rateIndex, samplingIndex) = (Int(head >> 12 & 15), Int(head >> 10 & 3))
        guard version != 1, (1...14).contains(rateIndex), samplingIndex < 3 else { return nil }
        let isFirst = version == 3
        let sampling = samplings[samplingIndex] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let rate = rates[isFirst ? 0 : 1][rateIndex] * 1000
        let length = (isFirst ? 144 : 72) * rate / sampling + Int(head >> 9 & 1)
        guard length > 4 else { return nil }
        return Frame(length: length, seconds: Double(isFirst ? 1152 : 576) / Double(sampling))
    }
}
