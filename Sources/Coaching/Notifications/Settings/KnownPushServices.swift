/// The push services of the browsers. Subscriptions may use them without the operator's configuration.
enum KnownPushServices {
    private static let hosts: Set<String> = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com",
    ]
    private static let domains = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"]

    static func contains(_ origin: Origin) -> Bool {
        guard origin.scheme == "https", origin.port == 443 else { return false }
        return hosts.contains(origin.host) || domains.contains { origin.host.hasSuffix($0) }
    }
}
