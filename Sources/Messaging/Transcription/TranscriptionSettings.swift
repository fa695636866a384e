/// What an operator decides about transcription.
public struct TranscriptionSettings: Sendable, Hashable {
    /// Whose voice messages are transcribed. The sound of a message goes to the service, so the speaker decides.
    public enum Messages: String, Sendable, CaseIterable {
        /// Nobody's.
        case off
        /// Those of users who have said so.
        case optIn = "opt-in"
        /// Those of all users but the ones who have said no, as for a service on a machine of one's own.
        case optOut = "opt-out"
    }

    public var messages = Messages.optIn
    /// How many minutes of sound each user may have transcribed in a day of UTC.
    public var minutesPerDay = 60

    public init() {}
}

/// The bounds of a recording.
public enum RecordingLimits {
    public static let maxBytes = 25 << 20
    public static let seconds = 1.0...60.0
    /// Recorders stop a little late.
    static let tolerance = 0.5

    static func allow(_ seconds: Double) -> Bool {
        self.seconds.lowerBound <= seconds && seconds <= self.seconds.upperBound + tolerance
    }
}
