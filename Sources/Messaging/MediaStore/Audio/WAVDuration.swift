/// RIFF WAVE: the bytes of sound by the bytes of a second.
enum WAVDuration {
    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        let file = AudioBytes(bytes: bytes)
        var rate: UInt64?
        var offset = 12
        while let size = file.little(offset + 4, 4) {
            let content = offset + 8
            let rest = UInt64(max(0, bytes.count - content))
            if file.has("fmt ", at: offset) {
                rate = file.little(content + 8, 4)
            } else if file.has("data", at: offset) {
                guard let rate, rate > 0 else { return nil }
                // A recorder that writes into a stream doesn't know the size beforehand.
                let length = size == 0 || size == 0xFFFF_FFFF ? rest : min(size, rest)
                return AudioRecording(.wav, seconds: Double(length) / Double(rate))
            }
            guard size <= rest else { return nil }
            offset = content + Int(size) + Int(size & 1)
        }
        return nil
    }
}

/// FLAC says in its first block how many samples there are.
enum FLACDuration {
    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        let file = AudioBytes(bytes: bytes)
        guard let kind = file.big(4, 1), kind & 0x7F == 0, file.big(5, 3) == 34, let numbers = file.big(18, 8) else {
            return nil
        }
        let rate = numbers >> 44
        let samples = numbers & 0xF_FFFF_FFFF
        guard rate > 0 else { return nil }
        return AudioRecording(.flac, seconds: samples == 0 ? nil : Double(samples) / Double(rate))
    }
}
