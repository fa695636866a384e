public import Domain
public import SpotterAPI

/// The operator's notification settings. Web Push to the browsers' own services needs none; everything else is off
/// until it is configured.
public struct NotificationSettings: Sendable {
    /// Origins besides the known push services that requests may be sent to: webhooks and other push services.
    public var origins: Set<Origin> = []
    /// The prefix of links in notifications, or a template with `{chatId}`.
    public var publicURL: String?
    /// The operator's `mailto:` or `https:` URL, which is sent to push services. Apple's requires one.
    public var contact: String?
    public var ntfy: Ntfy?
    public var smtp: SMTP?
    /// How long messages are collected before notifications are sent, which also gives users time to read them.
    public var batchingDelay = Duration.seconds(1)
    /// How long messages stay unread before a mail is sent.
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
            /// Plain text at first, upgraded by STARTTLS before anything is sent.
            case startTLS = "starttls"
            /// Encrypted from the first byte.
            case implicit
            /// Never encrypted. A password is then only sent to this host.
            case none
        }

        public var host: String
        public var port: Int
        public var security: Security
        public var from: MailAddress
        public var user: String?
        public var password: Secret?
        /// Certificates to trust instead of the system's, as PEM. For private certificate authorities and tests.
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

    /// The kinds of subscription that this server supports.
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

    /// The origin of the app's address, such as `https://chat.example.com`; `nil` if the operator hasn't set it.
    public var publicOrigin: String? {
        publicURL.flatMap { Endpoint($0.replacing("{chatId}", with: "-"))?.origin.description }
    }

    /// The link that opens a chat; `nil` if the operator hasn't configured any.
    func link(to chat: ChatID) -> String? {
        guard let publicURL else { return nil }
        if publicURL.contains("{chatId}") { return publicURL.replacing("{chatId}", with: "\(chat)") }
        return "\(publicURL)/chats/\(chat)"
    }

    /// The URL of a photo: absolute if the public URL is known, otherwise relative to this server's root.
    func link(toPhoto photo: MediaID) -> String {
        let path = "/v1/media/\(photo)/thumbnail"
        guard let publicURL, let origin = Endpoint(publicURL.replacing("{chatId}", with: "-"))?.origin else {
            return path
        }
        return "\(origin)\(path)"
    }
}
