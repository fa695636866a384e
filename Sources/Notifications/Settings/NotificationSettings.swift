public import Domain
public import SpotterAPI

/// What an operator sets about notifications. Web Push to the browsers' own services needs nothing; the rest is off
/// until it's named here.
public struct NotificationSettings: Sendable {
    /// Where beside the known push services requests may go: webhooks, push services of one's own.
    public var origins: Set<Origin> = []
    /// What links in notifications begin with; with `{chatId}` in it where apps want another form.
    public var publicURL: String?
    /// `mailto:` or `https:` address of the operator, which push services are told; Apple's insists on one.
    public var contact: String?
    public var ntfy: Ntfy?
    public var smtp: SMTP?
    /// How long new messages are gathered, and a reader has for reading, before anybody is told.
    public var gathering = Duration.seconds(1)
    /// How long messages are unread before a mail tells of them.
    public var mailDelaySeconds: Int64 = 600

    public init() {}

    public struct Ntfy: Sendable {
        public var url: Endpoint
        public var token: Secret?

        public init(url: Endpoint, token: Secret? = nil) {
            self.url = url
            self.token = token
        }
    }

    public struct SMTP: Sendable {
        public enum Security: String, Sendable {
            /// Plain at first, encrypted by STARTTLS before anything is said.
            case startTLS = "starttls"
            /// Encrypted from the first byte.
            case implicit
            /// Never; with a password only to this machine itself.
            case none
        }

        public var host: String
        public var port: Int
        public var security: Security
        public var from: MailAddress
        public var user: String?
        public var password: Secret?
        /// Certificates to trust in place of the system's, as PEM; for tests and private authorities.
        public var trustedPEM: String?

        public init(
            host: String,
            port: Int,
            security: Security,
            from: MailAddress,
            user: String? = nil,
            password: Secret? = nil,
            trustedPEM: String? = nil
        ) {
            self.host = host
            self.port = port
            self.security = security
            self.from = from
            self.user = user
            self.password = password
            self.trustedPEM = trustedPEM
        }
    }

    /// The kinds that can be subscribed to here.
    public var kinds: [SubscriptionKind] {
        SubscriptionKind.allCases.filter { kind in
            switch kind {
            case .webpush: true
            case .ntfy: ntfy != nil
            case .webhook: !origins.isEmpty
            case .mail: smtp != nil
            }
        }
    }

    /// Where a chat is to be opened; nothing where the operator hasn't said.
    func link(to chat: ChatID) -> String? {
        guard let publicURL else { return nil }
        if publicURL.contains("{chatId}") { return publicURL.replacing("{chatId}", with: "\(chat)") }
        return "\(publicURL)/chats/\(chat)"
    }

    /// The address of a picture: absolute where it can be, otherwise from this server's root.
    func link(toPhoto photo: MediaID) -> String {
        let path = "/v1/media/\(photo)/thumbnail"
        guard let publicURL, let origin = Endpoint(publicURL.replacing("{chatId}", with: "-"))?.origin else {
            return path
        }
        return "\(origin)\(path)"
    }
}
