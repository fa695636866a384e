/// WebM with sound only, as browsers record it. They write no duration, so the last timestamp counts.
enum WebMDuration {
    private static let blockDuration: UInt32 = 0x9B
    /// Elements that hold others. All are read in one line, since those of unknown size end where the next begins.
    private static let masters: Set<UInt32> = [
        MatroskaID.segment, MatroskaID.information, MatroskaID.tracks, MatroskaID.track, MatroskaID.cluster,
        MatroskaID.blockGroup,
    ]
    private static let (videoTrack, audioTrack): (UInt64, UInt64) = (1, 2)

    static func recording(in bytes: [UInt8]) -> AudioRecording? {
        let file = AudioBytes(bytes: bytes)
        let end = Int64(bytes.count)
        var (scale, cluster, last, declared) = (1_000_000.0, 0.0, 0.0, 0.0)
        var hasSound = false
        var offset: Int64 = 0
        while offset < end {
            let head = bytes[Int(offset)..<min(Int(offset) + EBMLElement.maxHeaderLength, bytes.count)]
            guard let element = EBMLElement(head, at: offset, limit: end) else { break }
            let (start, length) = (Int(element.content.lowerBound), element.content.count)
            func number() -> UInt64? { length <= 8 ? file.big(start, length) : nil }
            switch element.id {
            case MatroskaID.timestampScale: scale = number().map { Double($0) } ?? scale
            case MatroskaID.duration: declared = float(start, length, in: file) ?? 0
            case MatroskaID.trackType:
                if number() == videoTrack { return nil }
                if number() == audioTrack { hasSound = true }
            case MatroskaID.timestamp: cluster = number().map { Double($0) } ?? cluster
            case MatroskaID.simpleBlock, MatroskaID.block:
                last = max(last, cluster + (blockTime(start, in: file) ?? 0))
            case blockDuration: last += number().map { Double($0) } ?? 0
            default: break
            }
            offset = masters.contains(element.id) ? element.content.lowerBound : element.end
        }
        guard hasSound else { return nil }
        return AudioRecording(.webm, seconds: max(last, declared.isFinite ? declared : 0) * scale / 1_000_000_000)
    }

    private static func float(_ start: Int, _ length: Int, in file: AudioBytes) -> Double? {
        switch length {
        case 4: file.big(start, 4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
        case 8: file.big(start, 8).map { Double(bitPattern: $0) }
        default: nil
        }
    }

    /// After the number of its track, a block has its time relative to the cluster's.
    private static func blockTime(_ start: Int, in file: AudioBytes) -> Double? {
        guard let first = file.big(start, 1), first > 0 else { return nil }
        let length = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
        return file.big(start + length, 2).map { Double(Int16(truncatingIfNeeded: $0)) }
    }
}
