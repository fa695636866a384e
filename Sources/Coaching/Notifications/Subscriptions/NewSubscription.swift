import Domain
import SpotterAPI

extension NewSubscription {
    static let secretLength = 16...256

    /// The validated target.
    /// - Parameter madeSecret: the secret of a webhook if the request contains none.
    /// - Throws: `invalid_request` if the kind isn't configured, a field is missing or malformed, or nothing may be
    ///   sent to the target.
    func target(_ settings: NotificationSettings, mail: String, generatedSecret: Secret) throws(SpotterError) -> Target
    {
        guard settings.kinds.contains(kind) else {
            let offered = settings.kinds.map(\.rawValue).joined(separator: ", ")
            throw .invalid("This server isn't set up for '\(kind.rawValue)'. It offers: \(offered).")
        }
        switch kind {
        case .webpush:
            guard let keys else { throw .invalid("webpush needs endpoint and keys {p256dh, auth}.") }
            guard let parsed = WebPushKeys(p256dh: keys.p256dh, auth: keys.auth.reveal()) else {
                throw .invalid("keys must be the p256dh point and the auth secret of a browser's PushSubscription.")
            }
            return .webPush(try address(endpoint, "endpoint", settings), parsed)
        case .webhook:
            if let secret, !Self.secretLength.contains(secret.reveal().utf8.count) {
                throw .invalid("A webhook's secret has 16 to 256 bytes; leave it out to get one.")
            }
            return .webhook(try address(url, "url", settings), secret: secret ?? generatedSecret)
        case .ntfy:
            guard let topic, (1...64).contains(topic.utf8.count), topic.allSatisfy(Self.isTopicCharacter) else {
                throw .invalid("topic must be 1 to 64 letters, digits, '-' or '_'. Choose one nobody can guess.")
            }
            return .ntfy(topic: topic)
        case .mail:
            // Anybody can register with another person's address, so texts of other users must not be mailed to it.
            guard preview != true else {
                throw .invalid("A mail tells how much is new, not what: addresses aren't confirmed. Leave preview out.")
            }
            guard let address = MailAddress(mail) else {
                throw .invalid("Mail can't be sent to this account's address.")
            }
            return .mail(address)
        }
    }

    private func address(_ text: String?, _ name: String, _ settings: NotificationSettings) throws(SpotterError)
        -> Endpoint
    {
        guard let text, let address = Endpoint(text) else {
            throw .invalid("\(name) must be a web address such as https://example.com/path.")
        }
        let isKnown = kind == .webpush && KnownPushServices.contains(address.origin)
        guard isKnown || settings.origins.contains(address.origin) else {
            throw .invalid("This server sends nothing to \(address.origin); its operator would have to allow that.")
        }
        return address
    }

    private static func isTopicCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || character == "-" || character == "_"
    }
}
