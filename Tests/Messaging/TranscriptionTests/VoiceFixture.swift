import Accounts
import AsyncHTTPClient
import ClientProfilesTestKit
import Domain
import Foundation
import Logging
import MediaStore
import Messaging
import MessagingTestKit
import ModelTestKit
import NIOCore
import OpenAIClient
import RetrievalTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport

@testable import Transcription

/// A pair who send each other recordings, over a real database and a scripted service.
struct VoiceFixture: Sendable {
    let base: MessagingFixture
    let media: MediaServices
    let voice: TranscriptionServices
    let provider: ScriptedProvider
    let chat: ChatID
    let trainer: User
    let client: User

    var clock: ManualClock { base.clock }
    var messages: Messages { base.services.messages }

    private static let modules: [UpperModule] = [
        .retrieval, .scheduling, .profiles, UpperModule(TranscriptionSchema.migrations),
    ]

    static func run(
        _ responses: [ScriptedResponse],
        settings: TranscriptionSettings = TranscriptionSettings(),
        _ body: @Sendable (VoiceFixture) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: responses)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await MessagingFixture.run(with: modules) { base in
            let media = try MediaServices(
                database: base.database,
                clock: base.clock,
                ids: UUIDv7Source(clock: base.clock),
                folder: "\(base.folder.path)/media",
                limits: MediaLimits(),
                erasure: MediaErasureSignal(),
                worker: "/nonexistent",
                logger: logger
            )
            var configuration = TranscriptionClient.Configuration(
                baseURL: provider.baseURL,
                apiKey: nil,
                model: "whisper-1"
            )
            configuration.retry = .never
            let voice = TranscriptionServices(
                database: base.database,
                clock: base.clock,
                messages: base.services.messages,
                library: media.library,
                client: try TranscriptionClient(configuration, httpClient: .shared),
                settings: settings,
                signal: VoiceMessageSignal(),
                logger: logger
            )
            let (chat, trainer, client) = try await base.pair()
            try await body(
                VoiceFixture(
                    base: base,
                    media: media,
                    voice: voice,
                    provider: provider,
                    chat: chat,
                    trainer: trainer,
                    client: client
                )
            )
        }
        await provider.stop()
    }

    /// What the service heard.
    static func said(_ text: String) -> ScriptedResponse {
        .json(["text": .string(text), "language": "english", "duration": 2.0])
    }

    func upload(_ bytes: [UInt8] = TestRecording.wav(seconds: 2), by user: User? = nil) async throws -> MediaID {
        let new = MediaUploads.New(clientMediaId: UUID().uuidString, fileName: "a.wav", size: Int64(bytes.count))
        let owner = (user ?? client).actor
        let begun = try await media.uploads.begin(new, by: owner)
        let parts = AsyncStream { continuation in
            continuation.yield(ByteBuffer(bytes: bytes))
            continuation.finish()
        }
        _ = try await media.uploads.append(parts, length: Int64(bytes.count), to: begun.upload.id, at: 0, by: owner)
        return begun.upload.id
    }

    @discardableResult
    func send(_ media: [MediaID], text: String = "", by user: User? = nil) async throws -> Message {
        try await messages.send(
            .init(
                chatId: chat,
                sender: (user ?? client).actor,
                clientMessageId: UUID().uuidString,
                text: text,
                mediaIds: media
            )
        ).message
    }

    func transcribe() async throws { try await voice.voiceMessages?.transcribePending() }

    func optIn(_ user: User? = nil, _ isOn: Bool = true) async throws {
        _ = try await voice.preferences.change(
            (user ?? client).id,
            UpdateVoiceRequest(transcribeMyMessages: .set(isOn))
        )
    }

    /// The message as the trainer sees it.
    func seen(_ message: Message) async throws -> Message? {
        let page = try await base.services.chats.history(of: chat, after: 0, limit: 50, for: trainer.actor)
        return page.messages.first { $0.id == message.id }
    }

    /// What is counted of all users' minutes.
    func counted() async throws -> Counted {
        Counted(
            milliseconds: try await base.count("SELECT coalesce(sum(duration), 0) FROM transcription_usage"),
            recordings: try await base.count("SELECT coalesce(sum(recordings), 0) FROM transcription_usage")
        )
    }

    struct Counted: Equatable {
        static let none = Counted(milliseconds: 0, recordings: 0)
        /// Of the recording that ``upload(_:by:)`` makes.
        static let once = Counted(milliseconds: 2000, recordings: 1)

        let milliseconds: Int64
        let recordings: Int64
    }

    /// Runs `body` while the database refuses such writes, as on a full disk.
    func refusing(_ writes: [String], _ body: () async throws -> Void) async throws {
        try await base.database.write { connection in
            for (number, write) in writes.enumerated() {
                try connection.execute(
                    "CREATE TRIGGER full_\(number) BEFORE \(write) BEGIN SELECT RAISE(ABORT, 'full'); END"
                )
            }
        }
        try await body()
        try await base.database.write { connection in
            for number in writes.indices { try connection.execute("DROP TRIGGER full_\(number)") }
        }
    }

    func waiting() async throws -> Int64 { try await base.count("SELECT count(*) FROM transcription_queue") }
}
