import ArgumentParser
import Configuration

/// Flags for notifications.
struct NotificationOptions: ParsableArguments {
    @Option(
        help: "Where webhooks and push services of one's own may be, separated by commas, as https://hooks.example.com."
    )
    var notificationOrigins: String?

    @Option(help: "Address of the app, for links in notifications; may hold {chatId} (default: no links).")
    var notificationPublicUrl: String?

    @Option(help: "mailto: or https: address of the operator, for push services; Apple's wants one.")
    var notificationContact: String?

    @Option(help: "Address of an ntfy server, as https://ntfy.sh.")
    var notificationNtfyUrl: String?

    @Option(help: "Mail server for digests.")
    var notificationSmtpHost: String?

    @Option(help: "Its port (default: 587, or 465 with implicit).")
    var notificationSmtpPort: Int?

    @Option(help: "starttls, implicit or none (default: starttls).")
    var notificationSmtpSecurity: String?

    @Option(help: "Sender of the mails.")
    var notificationSmtpFrom: String?

    @Option(help: "User at the mail server.")
    var notificationSmtpUser: String?

    @Option(help: "File that holds the user's password.")
    var notificationSmtpPasswordFile: String?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("notification.origins", notificationOrigins)
        flags.set("notification.public.url", notificationPublicUrl)
        flags.set("notification.contact", notificationContact)
        flags.set("notification.ntfy.url", notificationNtfyUrl)
        flags.set("notification.smtp.host", notificationSmtpHost)
        flags.set("notification.smtp.from", notificationSmtpFrom)
        flags.set("notification.smtp.security", notificationSmtpSecurity)
        flags.set("notification.smtp.user", notificationSmtpUser)
        flags.set("notification.smtp.password.file", notificationSmtpPasswordFile)
        flags.set("notification.smtp.port", notificationSmtpPort)
        return flags
    }
}
