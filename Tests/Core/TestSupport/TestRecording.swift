/// Recordings of silence, made here.
public enum TestRecording {
    private static let rate = 1024

    /// WAV with 1024 samples a second of one byte each. For 0, 1, 2 and 64 seconds every byte is ASCII, so that it's a
    /// text, too.
    public static func wav(seconds: Double) -> [UInt8] {
        let count = Int(seconds * Double(rate))
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format = little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4) + little(1, 2) + little(8, 2)
        return Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
            + Array("data".utf8) + little(count, 4) + [UInt8](repeating: 0, count: count)
    }

    /// The same as a text.
    public static func text(seconds: Double) -> String { String(decoding: wav(seconds: seconds), as: UTF8.self) }
}
