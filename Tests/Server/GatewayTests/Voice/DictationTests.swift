import AsyncHTTPClient
import Domain
import Foundation
import ModelTestKit
import NIOCore
import ServerTestKit
import SpotterServer
import TestSupport
import Testing
import Transcription

@testable import Gateway

/// Dictation over real sockets: client to server to service.
@Suite(.standardTimeLimit) struct DictationTests {
    private static let recording = TestRecording.wav(seconds: 2)

    private static func with(
        _ responses: [ScriptedResponse],
        _ body: @Sendable (VoiceStudio, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: responses)
        try await VoiceStudio.open(provider) { try await body($0, provider) }
        await provider.stop()
    }

    @Test func aRecordingBecomesText() async throws {
        try await Self.with([VoiceStudio.said("My knee hurts"), VoiceStudio.said("Och nu")]) { studio, provider in
            let fields = [("response_format", "json"), ("language", "en")]
            let form = try await studio.dictate(
                VoiceStudio.form(Self.recording, fields: fields),
                type: VoiceStudio.formType
            )
            #expect(form.status == 200)
            #expect(form.json == ["text": "My knee hurts", "language": "en", "duration": 2])
            let raw = try await studio.dictate(Self.recording, query: "?language=sv-SE")
            #expect(raw.status == 200 && raw.json["text"] == "Och nu")
            let forms = provider.requests.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(forms.map { $0.contains("name=\"language\"\r\n\r\nsv\r\n") } == [false, true])
            #expect(provider.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(VoiceStudio.key)" })
            #expect(forms.allSatisfy { !$0.contains(studio.sara.accessToken.reveal()) })
            // Nothing of it is kept.
            #expect(
                try FileManager.default.subpathsOfDirectory(atPath: studio.mediaFolder).allSatisfy { $0.count < 20 }
            )
        }
    }

    @Test func whatIsNoRecordingIsRefusedInWords() async throws {
        try await Self.with([]) { studio, provider in
            let cases: [(bytes: [UInt8], type: String, words: String)] = [
                (Array("{}".utf8), "application/json", "multipart/form-data"),
                (Array("words".utf8), "audio/mp4", "isn't a recording"), ([], "audio/wav", "no recording"),
                (TestRecording.wav(seconds: 64), "audio/wav", "1 to 60 seconds; this one takes 64.0"),
                (TestRecording.wav(seconds: 0.5), "audio/wav", "1 to 60 seconds"),
                (VoiceStudio.form(Self.recording, name: "audio"), VoiceStudio.formType, "no part named file"),
                (VoiceStudio.form(Self.recording, fields: [("response_format", "srt")]), VoiceStudio.formType, "json"),
                (VoiceStudio.form(Self.recording, fields: [("language", "x")]), VoiceStudio.formType, "such as en"),
                (Array("--x7 nonsense".utf8), VoiceStudio.formType, "form can't be read"),
            ]
            for (bytes, type, words) in cases {
                let refused = try await studio.dictate(bytes, type: type)
                #expect(refused.status == 400 && refused.code == "invalid_request")
                #expect(refused.message.contains(words), "\(refused.message)")
            }
            #expect(provider.requests.isEmpty)
        }
    }

    @Test func aRecordingHasABound() async throws {
        try await Self.with([]) { studio, _ in
            let refused = try await studio.dictate([UInt8](repeating: 0, count: (25 << 20) + 1))
            #expect(refused.status == 413 && refused.code == "too_large")
            #expect(refused.message.contains("25 MB"))
            let form = VoiceStudio.form([UInt8](repeating: 0, count: (25 << 20) + 1))
            #expect(try await studio.dictate(form, type: VoiceStudio.formType).status == 413)
        }
    }

    @Test func withoutAServiceNothingIsTranscribed() async throws {
        try await VoiceStudio.open(nil) { studio in
            let refused = try await studio.dictate(Self.recording)
            #expect(refused.status == 404 && refused.code == "not_found")
            #expect(refused.message.contains("doesn't transcribe"))
            let voice = try await studio.json("GET", "/v1/me/voice")
            #expect(voice.json["transcription"] == ["available": false, "messages": false])
        }
    }

    @Test func aServiceThatFailsIsTold() async throws {
        let failures = [
            ScriptedResponse.error(401, "bad \(VoiceStudio.key)"),
            .error(429, "slow", headers: [("retry-after", "30")]), .error(400, "corrupted"), .json(["no": "text"]),
        ]
        try await Self.with(failures) { studio, _ in
            let codes = ["model_unavailable", "model_rate_limited", "model_unavailable", "model_unavailable"]
            for (status, code) in zip([502, 429, 502, 502], codes) {
                let failed = try await studio.dictate(Self.recording)
                #expect(failed.status == status && failed.code == code)
                #expect(!failed.json.text.contains(VoiceStudio.key))
            }
        }
    }

    @Test func aKeyNeedsItsScope() async throws {
        try await Self.with([VoiceStudio.said("By a key")]) { studio, provider in
            func key(_ scope: String) async throws -> String {
                let made = try await studio.json("POST", "/v1/keys", #"{"name":"\#(scope)","scopes":["\#(scope)"]}"#)
                return try #require(made.json["key"]?["secret"]?.string)
            }
            let refused = try await studio.dictate(Self.recording, token: try await key("messages:read"))
            #expect(refused.status == 403 && provider.requests.isEmpty)
            let done = try await studio.dictate(Self.recording, token: try await key("messages:write"))
            #expect(done.json["text"] == "By a key")
            #expect(try await studio.dictate(Self.recording, token: "sp_a_wrong").status == 401)
        }
    }

    @Test func aDayHasSoManyMinutes() async throws {
        let provider = try await ScriptedProvider { _, _ in VoiceStudio.said("ok") }
        try await VoiceStudio.open(provider) {
            $0.transcription.settings.minutesPerDay = 1
        } _: { studio in
            let long = TestRecording.wav(seconds: 30)
            for status in [200, 200, 429] { #expect(try await studio.dictate(long).status == status) }
            let refused = try await studio.dictate(Self.recording)
            #expect(refused.code == "quota_exceeded" && refused.json["error"]?["retryAfterMs"]?.int ?? 0 > 0)
            #expect(provider.requests.count == 2)
            #expect(try await studio.post("/v1/audio/transcriptions", Self.recording, as: studio.alex).status == 200)
        }
        await provider.stop()
    }

    // MARK: Forms

    @Test func noFormIsTooStrange() throws {
        var random = SeededRandom(seed: 7)
        let form = VoiceStudio.form(Self.recording, fields: [("language", "en")])
        let whole = try MultipartForm(form, boundary: "x7")
        #expect(Array(whole["file"]?.content ?? []) == Self.recording)
        #expect(whole["language"]?.text == "en" && whole["file"]?.fileName == "a.m4a")
        for _ in 0..<2000 {
            var damaged = form
            for _ in 0..<Int.random(in: 1...6, using: &random) where !damaged.isEmpty {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[place] = .random(in: 0...255, using: &random)
                case 1: damaged.removeSubrange(place...)
                default: damaged.remove(at: place)
                }
            }
            _ = try? MultipartForm(damaged, boundary: "x7")
        }
        for type in ["", "multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=x"] {
            #expect(MultipartForm.boundary(of: type) == nil)
        }
        #expect(MultipartForm.boundary(of: "Multipart/Form-Data; charset=x; boundary=\"a b\"") == "a b")
    }
}
