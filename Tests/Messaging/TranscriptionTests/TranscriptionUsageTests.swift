import Domain
import MessagingTestKit
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Transcription

/// A recording is counted once, and one that led to nothing isn't.
@Suite(.standardTimeLimit) struct TranscriptionUsageTests {
    private typealias Fixture = VoiceFixture

    private static let givingBack = "UPDATE ON transcription_usage WHEN NEW.duration < OLD.duration"
    private static let leavingTheQueue = "DELETE ON transcription_queue"

    /// As after a crash between the service's answer and the transaction that stores it: nothing more is written.
    private static func crash(_ fixture: Fixture) async throws {
        try await fixture.refusing([givingBack, leavingTheQueue]) {
            await #expect(throws: (any Error).self) { try await fixture.transcribe() }
        }
        #expect(try await fixture.counted() == .once)
    }

    @Test func aCrashCountsNothingTwice() async throws {
        try await Fixture.run([Fixture.said("One"), Fixture.said("One")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            try await Self.crash(fixture)
            try await fixture.transcribe()
            #expect(try await fixture.seen(sent)?.transcript?.text == "One")
            #expect(fixture.provider.requests.count == 2)
            #expect(try await fixture.counted() == .once)
        }
    }

    @Test func whatACrashLeftIsTakenBackWhenNothingComesOfIt() async throws {
        try await Fixture.run([Fixture.said("One"), .error(503, "down")]) { fixture in
            try await fixture.optIn()
            try await fixture.send([try await fixture.upload()])
            try await Self.crash(fixture)
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == 2)
            #expect(try await fixture.counted() == .none)
        }
    }

    @Test func whatACrashLeftIsTakenBackWhenNobodyWantsItAnyMore() async throws {
        try await Fixture.run([Fixture.said("One")]) { fixture in
            try await fixture.optIn()
            try await fixture.send([try await fixture.upload()])
            try await Self.crash(fixture)
            try await fixture.optIn(nil, false)
            try await fixture.transcribe()
            #expect(try await fixture.waiting() == 0)
            #expect(try await fixture.counted() == .none)
        }
    }

    /// The service fails while the disk is full. The service's failure is what is told.
    @Test func whatCanNotBeGivenBackIsGivenBackLater() async throws {
        try await Fixture.run([.error(503, "down"), Fixture.said("One")]) { fixture in
            let recording = TestRecording.wav(seconds: 2)
            try await fixture.refusing([Self.givingBack]) {
                let error = await #expect(throws: SpotterError.self) {
                    try await fixture.voice.dictation.transcribe(recording, language: nil, by: fixture.client.id)
                }
                #expect(error?.code == .modelUnavailable)
            }
            #expect(try await fixture.counted() == .once)
            _ = try await fixture.voice.dictation.transcribe(recording, language: nil, by: fixture.client.id)
            #expect(try await fixture.counted() == .once)
        }
    }

    /// An account is erased while the service hears its recording.
    @Test func nothingIsGivenBackToWhoIsGone() async throws {
        try await Fixture.run([]) { fixture in
            let database = fixture.base.database
            let usage = TranscriptionUsage(database: database, clock: fixture.clock, minutesPerDay: 60)
            let charge = try await usage.charge(fixture.client.id, seconds: 2)
            _ = try await database.write {
                try $0.execute("DELETE FROM transcription_usage WHERE user_id = $1", charge.user)
            }
            try await usage.refund(charge)
            #expect(try await fixture.base.count("SELECT count(*) FROM transcription_usage") == 0)
        }
    }
}
