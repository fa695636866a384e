/// Progress of a fetch.
public enum FetchEvent: Sendable, Equatable {
    /// A source is about to be asked.
    case trying(source: String)
    /// A source could not deliver; the next one is tried.
    case failed(source: String, reason: String)
    /// `bytes` of the file have arrived, resumed ones included. `total` is `nil` if the server doesn't say.
    case progress(file: String, bytes: Int, total: Int?)
    /// A file is in its place, with the right content.
    case installed(file: String)
}

/// Receives the events, in order, from the task that fetches.
public typealias FetchReport = @Sendable (FetchEvent) -> Void
