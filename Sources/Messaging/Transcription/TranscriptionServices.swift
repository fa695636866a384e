public import Accounts
public import Cluster
public import Domain
public import Logging
public import MediaStore
public import Messaging
public import Storage

/// The use cases of voice, wired over one database.
public struct TranscriptionServices: Sendable {
    public let preferences: VoicePreferences
    public let dictation: Dictation
    /// Transcribes voice messages; `nil` where no service is set up.
    public let voiceMessages: VoiceMessageTranscription?
    public let export: any AccountExportParticipant
    public let erasure: any AccountDeletionParticipant

    /// - Parameters:
    ///   - client: the service; `nil` if none is set up.
    ///   - signal: observes the messages.
    public init(
        database: any Database,
        clock: any WallClock,
        messages: Messages,
        library: MediaLibrary,
        client: TranscriptionClient?,
        settings: TranscriptionSettings,
        signal: VoiceMessageSignal,
        lease: Lease = .alone,
        logger: Logger
    ) {
        let usage = TranscriptionUsage(database: database, clock: clock, minutesPerDay: settings.minutesPerDay)
        let preferences = VoicePreferences(
            database: database,
            mode: settings.messages,
            isAvailable: client != nil
        )
        self.preferences = preferences
        dictation = Dictation(client: client, preferences: preferences, usage: usage, logger: logger)
        voiceMessages = client.map { client in
            VoiceMessageTranscription(
                database: database,
                clock: clock,
                messages: messages,
                library: library,
                client: client,
                preferences: preferences,
                usage: usage,
                signal: signal,
                lease: lease,
                logger: logger
            )
        }
        export = VoiceExport(database: database)
        erasure = VoiceErasure(database: database)
    }
}
