import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

/// How long a recording sounds, by what is in it; and that no bytes are too strange for the question.
@Suite struct AudioRecordingTests {
    private typealias Fixtures = AudioFixtures

    static let recordings: [(bytes: [UInt8], container: AudioRecording.Container, seconds: Double?)] = [
        (TestRecording.wav(seconds: 2.5), .wav, 2.5), (Fixtures.m4a(seconds: 7), .m4a, 7),
        (Fixtures.fragmented(seconds: 3, hasOwnDurations: true), .m4a, 3),
        (Fixtures.fragmented(seconds: 4, hasOwnDurations: false), .m4a, 4), (Fixtures.webm(seconds: 5), .webm, 4.98),
        (Fixtures.opus(seconds: 6), .ogg, 6), (Fixtures.vorbis(seconds: 8), .ogg, 8),
        (Fixtures.opus(seconds: 2) + Fixtures.opus(seconds: 3, serial: 8), .ogg, 5),
        (Fixtures.mp3(frames: 100), .mp3, 100 * 1152 / 44_100.0),
        (Fixtures.mp3(frames: 100, hasTable: true), .mp3, 100 * 1152 / 44_100.0),
        (Fixtures.flac(seconds: 9), .flac, 9), (Fixtures.flac(seconds: 0), .flac, nil),
    ]

    @Test(arguments: recordings.indices)
    func containersTellTheirLength(number: Int) throws {
        let (bytes, container, seconds) = Self.recordings[number]
        let recording = try #require(AudioRecording(bytes))
        #expect(recording.container == container)
        if let seconds {
            #expect(abs(try #require(recording.seconds) - seconds) < 0.01, "\(String(describing: recording.seconds))")
        } else {
            #expect(recording.seconds == nil)
        }
    }

    /// A header that says less than there is would let an hour pass for five seconds.
    @Test func whatIsThereCountsMoreThanWhatIsSaid() throws {
        #expect(AudioRecording(Fixtures.m4a(seconds: 3600, declared: 5))?.seconds == 3600)
    }

    /// Recorders that stream write no size.
    @Test func soundThatWasStreamedHasALength() throws {
        var bytes = TestRecording.wav(seconds: 3)
        bytes.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(AudioRecording(bytes)?.seconds == 3)
    }

    @Test func filmsAndOtherFilesAreNoRecordings() {
        let others: [[UInt8]] = [
            [], [0], Array("just a text".utf8), Array("RIFF".utf8), Array("RIFF----WAVE".utf8), Array("OggS".utf8),
            Fixtures.m4a(seconds: 3, isFilm: true), Fixtures.webm(seconds: 3, type: 1), Fixtures.theora,
            Fixtures.box("ftyp", Array("M4A ".utf8)), [0x1A, 0x45, 0xDF, 0xA3], Array("fLaC".utf8), [0xFF, 0xFB, 0x90],
            Array("%PDF-1.4".utf8), [UInt8](repeating: 0xFF, count: 5000),
        ]
        for bytes in others { #expect(AudioRecording(bytes) == nil, "\(bytes.prefix(12))") }
    }

    @Test func noBytesAreTooStrange() {
        var random = SeededRandom(seed: 58)
        for (bytes, _, _) in Self.recordings {
            for _ in 0..<400 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    guard !damaged.isEmpty else { break }
                    let place = Int.random(in: 0..<damaged.count, using: &random)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: damaged[place] = .random(in: 0...255, using: &random)
                    case 1: damaged[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                    case 2: damaged.removeSubrange(place...)
                    case 3: damaged.remove(at: place)
                    default:
                        let end = min(damaged.count, place + 8)
                        damaged.replaceSubrange(place..<end, with: [UInt8](repeating: 0xFF, count: end - place))
                    }
                }
                if let seconds = AudioRecording(damaged)?.seconds { #expect(seconds >= 0 && seconds.isFinite) }
            }
            // Cut anywhere.
            for end in stride(from: 0, to: min(bytes.count, 600), by: 1) {
                _ = AudioRecording(Array(bytes.prefix(end)))
            }
        }
    }
}
