import Cluster
import Domain
import Logging
import MediaStore
import Messaging
public import ServiceLifecycle
import Storage

/// Transcribes voice messages in the background: those of speakers who want it, each recording once.
///
/// Messages enter a durable queue in the order in which they were stored, and leave it in the transaction that stores their
/// transcript. A crash at any point repeats a request but loses nothing, and no recording is counted twice: the queue knows
/// what was counted for a message until its transcript is stored or it is taken back.
public final class VoiceMessageTranscription: Service {
    /// A service that fails is tried again for so long; then the message has no transcript.
    static let patience: Int64 = 48 * 3_600
    /// What was sent before isn't transcribed any more, as when a service is set up.
    private static let maxAge: Int64 = 24 * 3_600
    /// A recording that the service refuses may be one that it can't read today.
    private static let maxRefusals = 3
    private static let batchSize = 256
    private static let tickPause = Duration.seconds(5)

    private let database: any Database
    private let clock: any WallClock
    private let messages: Messages
    private let library: MediaLibrary
    private let client: TranscriptionClient
    private let preferences: VoicePreferences
    private let usage: TranscriptionUsage
    private let signal: VoiceMessageSignal
    private let lease: Lease
    private let logger: Logger

    init(
        database: any Database,
        clock: any WallClock,
        messages: Messages,
        library: MediaLibrary,
        client: TranscriptionClient,
        preferences: VoicePreferences,
        usage: TranscriptionUsage,
        signal: VoiceMessageSignal,
        lease: Lease,
        logger: Logger
    ) {
        self.database = database
        self.clock = clock
        self.messages = messages
        self.library = library
        self.client = client
        self.preferences = preferences
        self.usage = usage
        self.signal = signal
        self.lease = lease
        self.logger = logger
    }

    // MARK: Running

    public func run() async throws {
        signal.messageWasCreated()
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await cancelWhenGracefulShutdown { await self.follow() } }
                group.addTask { await cancelWhenGracefulShutdown { await self.tick() } }
            }
        } onGracefulShutdown: {
            self.signal.finish()
        }
        lease.giveUp()
    }

    /// Notices what is due again.
    private func tick() async {
        while !Task.isCancelled, (try? await Task.sleep(for: Self.tickPause)) != nil { signal.messageWasCreated() }
    }

    private func follow() async {
        for await _ in signal.wakeUps {
            signal.beginRound()
            do {
                try await lease.perform { try await transcribePending() }
            } catch is CancellationError {
                return
            } catch is LeaseLost {
                continue
            } catch {
                logger.error("voice messages: transcribing failed, trying again in a moment: \(error)")
            }
        }
    }

    /// Transcribes everything that is due.
    public func transcribePending() async throws {
        while try await enqueueNew() {}
        while let job = try await database.read({ [clock] in try TranscriptionQueue.next(at: clock.now(), on: $0) }) {
            try Task.checkCancellation()
            do {
                try await transcribe(job)
            } catch let error as SpotterError where error.code == .notAMember {
                // The chat is gone, and the message with it.
                try await database.write { connection in
                    let charge = try TranscriptionQueue.charge(of: job.message, on: connection)
                    try Self.remove(job.message, takingBack: charge, on: connection)
                }
            }
        }
    }

    /// - Returns: whether there may be more.
    private func enqueueNew() async throws -> Bool {
        let now = clock.now()
        let hasNew = try await database.read { try MessageFeed.transcripts.next(1, on: $0) != nil }
        guard hasNew else { return false }
        return try await database.writeDeferrable { connection in
            let since = now.adding(seconds: -Self.maxAge)
            var position = try MessageFeed.transcripts.position(on: connection)
            // Whoever sets up a service has a history that nobody wants to send there.
            if position == 0 {
                position = try MessageFeed.transcripts.lastBefore(since, on: connection)
            }
            guard let end = try MessageFeed.end(of: Self.batchSize, after: position, on: connection) else {
                try MessageFeed.transcripts.advance(to: position, on: connection)
                return false
            }
            let found = try MessageRecordings.list(after: position, upTo: end, since: since, on: connection)
            try TranscriptionQueue.add(found, at: now, on: connection)
            try MessageFeed.transcripts.advance(to: end, on: connection)
            return true
        }
    }

    // MARK: One message

    private func transcribe(_ job: TranscriptionQueue.Job) async throws {
        let speaker = try await preferences.speaker(job.user)
        guard speaker.isTranscribed else { return try await drop(job) }
        let files = try await database.read { try ShownMedia.files(of: job.message, on: $0) }
        let limit = Int64(RecordingLimits.maxBytes)
        guard let found = try await library.recording(among: files, maxBytes: limit),
            found.recording.seconds.map(RecordingLimits.allow) ?? true
        else { return try await drop(job) }
        if let known = try await database.read({ try MessageRecordings.transcript(of: found.id, on: $0) }) {
            return try await finish(job, known, of: found.id, takingBack: job.charge)
        }
        let waiting = Transcript(status: .pending, duration: found.recording.seconds)
        guard try await messages.setTranscript(waiting, of: found.id, in: job.message, job.chat) else {
            return try await drop(job)
        }
        try await transcribe(job, found, language: speaker.language)
    }

    private func transcribe(
        _ job: TranscriptionQueue.Job,
        _ found: MediaLibrary.StoredRecording,
        language: String?
    ) async throws {
        let charge: TranscriptionUsage.Charge
        do {
            guard let counted = try await count(job, found.recording) else { return }
            charge = counted
        } catch let error as SpotterError where error.code == .quotaExceeded {
            let pause = Int64(error.retryAfterMs ?? 3_600_000)
            return try await postpone(job, milliseconds: pause, because: error.message)
        }
        do {
            let heard = try await client.transcribe(found.bytes, found.recording.container, language: language)
            let transcript = Transcript(
                status: .ready,
                text: heard.text,
                language: heard.language ?? language,
                duration: found.recording.seconds ?? heard.duration
            )
            try await finish(job, transcript, of: found.id)
        } catch let error as ModelError {
            try await retryLater(job, found.id, found.recording.seconds, after: error, takingBack: charge)
        }
    }

    /// Counts a recording, unless an attempt whose end was never written has done so.
    /// - Returns: what is counted; `nil` if the message is gone.
    /// - Throws: `quota_exceeded`.
    private func count(
        _ job: TranscriptionQueue.Job,
        _ recording: AudioRecording
    ) async throws -> TranscriptionUsage.Charge? {
        if let charge = job.charge { return charge }
        await usage.writeKept()
        let charge = usage.cost(of: recording.seconds ?? RecordingLimits.seconds.upperBound, for: job.user)
        return try await database.write { [usage] connection in
            guard try TranscriptionQueue.contains(job.message, on: connection) else { return nil }
            try usage.count(charge, on: connection)
            try TranscriptionQueue.note(charge, of: job.message, on: connection)
            return charge
        }
    }

    private func finish(
        _ job: TranscriptionQueue.Job,
        _ transcript: Transcript,
        of media: MediaID,
        takingBack charge: TranscriptionUsage.Charge? = nil
    ) async throws {
        try await messages.setTranscript(transcript, of: media, in: job.message, job.chat) {
            try Self.remove(job.message, takingBack: charge, on: $0)
        }
    }

    /// Nothing is to be transcribed, or nobody wants it any more.
    private func drop(_ job: TranscriptionQueue.Job) async throws {
        try await messages.endPendingTranscript(in: job.message, job.chat) {
            try Self.remove(job.message, takingBack: job.charge, on: $0)
        }
    }

    private static func remove(
        _ message: MessageID,
        takingBack charge: TranscriptionUsage.Charge?,
        on connection: any SQLConnection
    ) throws {
        if let charge { try TranscriptionUsage.refund(charge, on: connection) }
        try TranscriptionQueue.remove(message, on: connection)
    }

    private func retryLater(
        _ job: TranscriptionQueue.Job,
        _ media: MediaID,
        _ seconds: Double?,
        after error: ModelError,
        takingBack charge: TranscriptionUsage.Charge
    ) async throws {
        let isOver =
            error.isServiceFailure
            ? clock.now() >= job.createdAt.adding(seconds: Self.patience) : job.attempts + 1 >= Self.maxRefusals
        guard isOver else {
            // 15 s, doubled each time, up to an hour.
            var pause = min(3_600_000, Int64(15_000) << min(job.attempts, 8))
            if case .rateLimited(let wanted?) = error.code { pause = max(pause, wanted.wholeMilliseconds) }
            logger.notice(
                "a voice message couldn't be transcribed, trying again",
                metadata: ["message": "\(job.message)", "reason": "\(error.message)"]
            )
            return try await postpone(job, milliseconds: pause, because: error.message, takingBack: charge)
        }
        logger.warning(
            "a voice message has no transcript",
            metadata: ["message": "\(job.message)", "reason": "\(error.message)"]
        )
        let failed = Transcript(status: .failed, duration: seconds)
        try await messages.setTranscript(failed, of: media, in: job.message, job.chat) {
            try TranscriptionUsage.refund(charge, on: $0)
            try TranscriptionQueue.postpone(job.message, until: nil, because: error.message, on: $0)
        }
    }

    private func postpone(
        _ job: TranscriptionQueue.Job,
        milliseconds: Int64,
        because reason: String,
        takingBack charge: TranscriptionUsage.Charge? = nil
    ) async throws {
        let due = clock.now().adding(milliseconds: milliseconds)
        try await database.write { connection in
            if let charge { try TranscriptionUsage.refund(charge, on: connection) }
            try TranscriptionQueue.postpone(job.message, until: due, because: reason, on: connection)
        }
    }
}
