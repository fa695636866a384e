import Domain

/// A sound recording as its bytes reveal it: the container, and how long it sounds.
///
/// ```swift
/// if let recording = AudioRecording(bytes), let seconds = recording.seconds { print(recording.container, seconds) }
/// ```
public struct AudioRecording: Sendable, Hashable {
    public enum Container: String, Sendable, CaseIterable {
        case m4a, webm, ogg, wav, mp3, flac

        public var mimeType: String {
            switch self {
            case .m4a: "audio/mp4"
            case .webm: "audio/webm"
            case .ogg: "audio/ogg"
            case .wav: "audio/wav"
            case .mp3: "audio/mpeg"
            case .flac: "audio/flac"
            }
        }
    }

    public let container: Container
    /// `nil` if the container doesn't tell, as a stream of FLAC. Measured on what is there rather than believed: by the
    /// sample tables, timestamps and frames.
    public let seconds: Double?

    init(_ container: Container, seconds: Double?) {
        self.container = container
        self.seconds = seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    /// `nil` if the bytes are no recording: of another type, with moving pictures, or damaged. Every input has an answer.
    public init?(_ bytes: [UInt8]) {
        let found: AudioRecording? =
            if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
                WAVDuration.recording(in: bytes)
            } else if bytes.starts(with: "OggS".utf8) {
                OggDuration.recording(in: bytes)
            } else if bytes.starts(with: "fLaC".utf8) {
                FLACDuration.recording(in: bytes)
            } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
                WebMDuration.recording(in: bytes)
            } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
                MP4Duration.recording(in: bytes)
            } else {
                MP3Duration.recording(in: bytes)
            }
        guard let found else { return nil }
        self = found
    }
}

/// Numbers in a file's bytes. What lies outside of the file is `nil`.
struct AudioBytes {
    let bytes: [UInt8]

    func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[offset..<offset + count]
    }

    /// - Parameter count: at most 8.
    func big(_ offset: Int, _ count: Int) -> UInt64? {
        slice(offset, count)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// - Parameter count: at most 8.
    func little(_ offset: Int, _ count: Int) -> UInt64? {
        slice(offset, count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func has(_ text: String, at offset: Int) -> Bool {
        slice(offset, text.utf8.count)?.elementsEqual(text.utf8) ?? false
    }
}
