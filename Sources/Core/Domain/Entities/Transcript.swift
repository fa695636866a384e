/// What a program heard in a voice message. It may have misheard, so it stands beside the message's own text and never in
/// its place.
public struct Transcript: Sendable, Hashable, Codable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// The recording waits to be transcribed.
        case pending
        case ready
        /// It was tried for a day, or the service refuses this recording.
        case failed
    }

    public let status: Status
    /// Empty unless it is ready; empty then, too, if nothing was said.
    public let text: String
    /// The language that was spoken, as `en`; absent if nobody told.
    public let language: String?
    /// The length of the recording in seconds.
    public let duration: Double?

    public init(status: Status, text: String = "", language: String? = nil, duration: Double? = nil) {
        self.status = status
        self.text = text
        self.language = language
        self.duration = duration
    }
}
