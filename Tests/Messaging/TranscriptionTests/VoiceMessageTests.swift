import Accounts
import ClientProfiles
import ClientProfilesTestKit
import Cluster
import ClusterTestKit
import Domain
import MessagingTestKit
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging
@testable import Transcription

/// Voice messages get a transcript beside them: of speakers who want it, each recording once.
@Suite(.standardTimeLimit) struct VoiceMessageTests {
    private typealias Fixture = VoiceFixture

    @Test func aSpeakerWhoWantsItIsTranscribed() async throws {
        try await Fixture.run([Fixture.said("My knee hurts")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            #expect(sent.transcript == nil)
            try await fixture.transcribe()
            let seen = try #require(try await fixture.seen(sent))
            let heard = Transcript(status: .ready, text: "My knee hurts", language: "en", duration: 2)
            #expect(seen.transcript == heard)
            #expect(seen.text.isEmpty && seen.editedAt == nil && seen.editCount == 0)
            #expect(try await fixture.waiting() == 0)
        }
    }

    @Test func aNodeWhoseWorkWasTakenOverTranscribesNothing() async throws {
        try await Fixture.run([Fixture.said("My knee hurts")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            let takeover = try await TestCluster(fixture.base.database).takeover()
            let voice = try #require(fixture.voice.voiceMessages)
            await #expect(throws: LeaseLost.self) {
                try await takeover.late.perform { try await voice.transcribePending() }
            }
            #expect(try await fixture.seen(sent)?.transcript == nil)
            #expect(fixture.provider.requests.isEmpty)
            try await takeover.next.perform { try await voice.transcribePending() }
            #expect(try await fixture.seen(sent)?.transcript?.text == "My knee hurts")
            #expect(fixture.provider.requests.count == 1)
        }
    }

    /// Its sound would leave the server.
    @Test func nobodyElseIs() async throws {
        try await Fixture.run([Fixture.said("My knee hurts")]) { fixture in
            let sent = try await fixture.send([try await fixture.upload()])
            try await fixture.optIn(fixture.trainer)
            try await fixture.transcribe()
            #expect(try await fixture.seen(sent)?.transcript == nil)
            #expect(fixture.provider.requests.isEmpty)
            #expect(try await fixture.waiting() == 0)
        }
    }

    @Test(arguments: [TranscriptionSettings.Messages.optOut, .off])
    func theOperatorSaysWhoIsAsked(mode: TranscriptionSettings.Messages) async throws {
        var settings = TranscriptionSettings()
        settings.messages = mode
        try await Fixture.run([Fixture.said("One"), Fixture.said("Two")], settings: settings) { fixture in
            let silent = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            #expect(try await fixture.seen(silent)?.transcript?.text == (mode == .optOut ? "One" : nil))
            try await fixture.optIn(nil, false)
            try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == (mode == .optOut ? 1 : 0))
        }
    }

    @Test func onlyRecordingsOfAMinuteAreSent() async throws {
        try await Fixture.run([]) { fixture in
            try await fixture.optIn()
            for bytes in [Array("a text".utf8), TestRecording.wav(seconds: 64), TestRecording.wav(seconds: 0.5)] {
                try await fixture.send([try await fixture.upload(bytes)])
            }
            try await fixture.send([], text: "words")
            try await fixture.transcribe()
            #expect(fixture.provider.requests.isEmpty)
            #expect(try await fixture.waiting() == 0)
        }
    }

    @Test func aRecordingIsTranscribedOnce() async throws {
        try await Fixture.run([Fixture.said("My knee hurts")]) { fixture in
            try await fixture.optIn()
            let recording = try await fixture.upload()
            try await fixture.send([recording])
            try await fixture.transcribe()
            let again = try await fixture.send([recording], text: "Again:")
            try await fixture.transcribe()
            #expect(try await fixture.seen(again)?.transcript?.text == "My knee hurts")
            #expect(fixture.provider.requests.count == 1)
        }
    }

    // MARK: Failures

    @Test func aServiceThatIsDownIsTriedForTwoDays() async throws {
        let down = [ScriptedResponse](repeating: .error(503, "down"), count: 200)
        try await Fixture.run(down + [Fixture.said("late")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            #expect(try await fixture.seen(sent)?.transcript == Transcript(status: .pending, duration: 2))
            #expect(fixture.provider.requests.count == 1)
            // Not before it's due.
            fixture.clock.advance(milliseconds: 14_000)
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == 1)
            for _ in 0..<80 where try await fixture.seen(sent)?.transcript?.status == .pending {
                fixture.clock.advance(milliseconds: 3_600_000)
                try await fixture.transcribe()
            }
            #expect((48...50).contains(fixture.provider.requests.count))
            #expect(try await fixture.seen(sent)?.transcript?.status == .failed)
            // A dead letter stays for the operator to see, and isn't tried again.
            #expect(try await fixture.waiting() == 1)
            fixture.clock.advance(milliseconds: 86_400_000)
            let requests = fixture.provider.requests.count
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == requests)
            let used = try await fixture.base.count("SELECT sum(duration) FROM transcription_usage")
            #expect(used == 0, "what led to nothing isn't counted")
        }
    }

    @Test func whatTheServiceRefusesIsGivenUp() async throws {
        try await Fixture.run([ScriptedResponse](repeating: .error(400, "corrupted"), count: 3)) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            for _ in 0..<5 {
                try await fixture.transcribe()
                fixture.clock.advance(milliseconds: 3_600_000)
            }
            #expect(fixture.provider.requests.count == 3)
            #expect(try await fixture.seen(sent)?.transcript == Transcript(status: .failed, duration: 2))
        }
    }

    @Test func whoChangesTheirMindIsHeard() async throws {
        try await Fixture.run([.error(503, "down"), Fixture.said("no")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            try await fixture.optIn(nil, false)
            fixture.clock.advance(milliseconds: 60_000)
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == 1)
            #expect(try await fixture.seen(sent)?.transcript?.status == .failed)
            #expect(try await fixture.waiting() == 0)
        }
    }

    @Test func aDayHasSoManyMinutes() async throws {
        var settings = TranscriptionSettings()
        settings.minutesPerDay = 1
        let said = (0..<3).map { Fixture.said("\($0)") }
        try await Fixture.run(said, settings: settings) { fixture in
            try await fixture.optIn()
            let long = TestRecording.wav(seconds: 30)
            for _ in 0..<3 {
                try await fixture.send([try await fixture.upload(long)])
                try await fixture.transcribe()
            }
            #expect(fixture.provider.requests.count == 2)
            fixture.clock.advance(milliseconds: 86_400_000)
            try await fixture.transcribe()
            #expect(fixture.provider.requests.count == 3)
        }
    }

    /// What was sent long before a service was set up isn't sent to it.
    @Test func historyStaysHere() async throws {
        try await Fixture.run([Fixture.said("new")]) { fixture in
            try await fixture.optIn()
            let old = try await fixture.send([try await fixture.upload()])
            fixture.clock.advance(milliseconds: 3 * 86_400_000)
            let new = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            #expect(try await fixture.seen(old)?.transcript == nil)
            #expect(try await fixture.seen(new)?.transcript?.text == "new")
            #expect(fixture.provider.requests.count == 1)
        }
    }

    // MARK: The message

    @Test func aDeletedMessageTakesItsTranscriptAlong() async throws {
        try await Fixture.run([Fixture.said("My zebra hurts"), .error(503, "down")]) { fixture in
            try await fixture.optIn()
            let first = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            let second = try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            for message in [first, second] {
                try await fixture.messages.delete(message.id, in: fixture.chat, by: fixture.client.actor)
                #expect(try await fixture.seen(message)?.transcript == nil)
            }
            #expect(try await fixture.base.count("SELECT count(*) FROM message_transcripts") == 0)
            #expect(try await fixture.base.count("SELECT count(spoken) FROM message_rows") == 0)
            try await fixture.base.database.catchUpFullText()
            #expect(try await fixture.found("zebra").isEmpty)
        }
    }

    /// By the words that were heard, also after those that were written have changed.
    @Test func whatWasHeardIsFound() async throws {
        try await Fixture.run([Fixture.said("My zebra hurts")]) { fixture in
            try await fixture.optIn()
            let sent = try await fixture.send([try await fixture.upload()], text: "Listen")
            try await fixture.base.database.catchUpFullText()
            #expect(try await fixture.found("zebra").isEmpty)
            try await fixture.transcribe()
            #expect(try await fixture.found("zebra") == [sent.id])
            #expect(try await fixture.found("listen") == [sent.id])
            _ = try await fixture.messages.edit(sent.id, in: fixture.chat, to: "Hear", by: fixture.client.actor)
            #expect(try await fixture.found("zebra") == [sent.id])
            #expect(try await fixture.found("hear") == [sent.id])
            #expect(try await fixture.found("listen").isEmpty)
            #expect(try await fixture.seen(sent)?.text == "Hear")
            let queued = try await fixture.base.count("SELECT count(*) FROM embedding_queue")
            #expect(queued == 1, "its vector is made of both")
            try await fixture.base.database.write { try FullText.requireIntegrity(on: $0) }
        }
    }

    /// What a program heard isn't what a client says of themselves.
    @Test func aTranscriptIsNobodysOwnWords() async throws {
        try await Fixture.run([Fixture.said("I have a knee injury")]) { fixture in
            try await fixture.optIn()
            try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            try await fixture.base.profiles.readPending()
            #expect(try await fixture.base.count("SELECT count(*) FROM profile_statements") == 0)
        }
    }

    @Test func anAccountTakesItsSettingsAlong() async throws {
        try await Fixture.run([Fixture.said("My knee hurts")]) { fixture in
            try await fixture.optIn()
            try await fixture.send([try await fixture.upload()])
            try await fixture.transcribe()
            let deletion = fixture.base.deletion(before: [fixture.voice.erasure])
            try await deletion.delete(fixture.client.email, by: .folder)
            for table in ["voice_settings", "transcription_usage", "transcription_queue", "message_transcripts"] {
                #expect(try await fixture.base.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
        }
    }
}

extension VoiceFixture {
    /// What the trainer finds by words.
    func found(_ query: String) async throws -> [MessageID] {
        try await base.database.read { [trainer] connection in
            try FullText.search(query, visibleTo: trainer.id, limit: 10, on: connection).map(\.id)
        }
    }
}
