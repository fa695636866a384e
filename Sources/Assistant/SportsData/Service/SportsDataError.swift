/// Why the service gave no data. The message is for people and models, and holds nothing that the service has sent.
public struct SportsDataError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The operator has set up no service.
        case off
        /// The address can't be one.
        case misconfigured
        case unreachable
        case timeout
        /// It wants other credentials.
        case refused
        /// It has had too many requests.
        case busy
        /// It knows nothing of that.
        case unknown
        /// It sends elsewhere, which isn't followed.
        case redirected
        case tooLong
        case unreadable
        case failed
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String? = nil) {
        self.reason = reason
        self.message = message ?? Self.message(reason)
    }

    private static func message(_ reason: Reason) -> String {
        switch reason {
        case .off: "No sports data service is set up on this server."
        case .misconfigured: "The sports data service isn't set up rightly."
        case .unreachable: "The sports data service can't be reached."
        case .timeout: "The sports data service didn't answer in time."
        case .refused: "The sports data service refuses to answer; league credentials may be missing or out of date."
        case .busy: "The sports data service has had too many requests. Try again later."
        case .unknown: "The sports data service knows nothing of that."
        case .redirected: "The sports data service sends elsewhere, which isn't followed."
        case .tooLong: "The sports data service's answer is too long."
        case .unreadable: "What the sports data service answered can't be read."
        case .failed: "The sports data service has a fault."
        }
    }
}
