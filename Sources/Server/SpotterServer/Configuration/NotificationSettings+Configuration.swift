import Configuration
import Domain
import Foundation
import Notifications

extension NotificationSettings {
    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        self.init()
        origins = try Origin.list(reader.string(forKey: "notification.origins"), of: "notification.origins")
        if let page = Self.text(reader, "notification.public.url") {
            guard page.utf8.count <= 200, Endpoint(page.replacing("{chatId}", with: "-")) != nil else {
                throw SpotterError.invalid("notification.public.url must be an address like https://chat.example.com.")
            }
            publicURL = page.hasSuffix("/") ? String(page.dropLast()) : page
        }
        contact = Self.text(reader, "notification.contact")
        if let contact, !contact.hasPrefix("mailto:"), !contact.hasPrefix("https://") {
            throw SpotterError.invalid("notification.contact must begin with mailto: or https://.")
        }
        ntfy = try Self.ntfy(reader)
        smtp = try Self.smtp(reader)
    }

    private static func ntfy(_ reader: ConfigReader) throws -> Ntfy? {
        // Everything is read whatever the rest says: what is never asked for counts as unknown.
        let token = reader.string(forKey: "notification.ntfy.token", isSecret: true)
        guard let text = text(reader, "notification.ntfy.url") else { return nil }
        guard let url = Endpoint(text) else {
            throw SpotterError.invalid("notification.ntfy.url must be an address like https://ntfy.sh.")
        }
        return Ntfy(url: url, token: token.map { Secret($0) })
    }

    private static func smtp(_ reader: ConfigReader) throws -> SMTP? {
        let (host, user) = (text(reader, "notification.smtp.host"), text(reader, "notification.smtp.user"))
        let name = text(reader, "notification.smtp.security") ?? SMTP.Security.startTLS.rawValue
        let givenPort = reader.int(forKey: "notification.smtp.port")
        let givenFrom = text(reader, "notification.smtp.from")
        let password = reader.string(forKey: "notification.smtp.password", isSecret: true)
        let passwordFile = text(reader, "notification.smtp.password.file")
        guard let host else { return nil }
        guard let security = SMTP.Security(rawValue: name) else {
            throw SpotterError.invalid("notification.smtp.security must be starttls, implicit or none.")
        }
        let port = givenPort ?? (security == .implicit ? 465 : 587)
        guard (1...65_535).contains(port) else {
            throw SpotterError.invalid("notification.smtp.port must be 1 to 65535.")
        }
        guard let from = givenFrom.flatMap(MailAddress.init) else {
            throw SpotterError.invalid(
                "notification.smtp.host is set, so notification.smtp.from must be an address like spotter@example.com."
            )
        }
        let smtp = SMTP(
            host: host,
            port: port,
            security: security,
            from: from,
            user: user,
            password: try Self.password(password, file: passwordFile)
        )
        guard (smtp.user == nil) == (smtp.password == nil) else {
            throw SpotterError.invalid(
                "notification.smtp.user and its password belong together; one of them is missing."
            )
        }
        guard smtp.password == nil || security != .none || smtp.isLocal else {
            throw SpotterError.invalid(
                "notification.smtp.security is none, so a password would be sent in clear; use starttls or implicit."
            )
        }
        return smtp
    }

    private static func password(_ password: String?, file path: String?) throws -> Secret? {
        if let password { return Secret(password) }
        guard let path else { return nil }
        guard let content = try? String(contentsOfFile: path, encoding: .utf8).trimmed, !content.isEmpty else {
            throw SpotterError.invalid("notification.smtp.password.file: \(path) can't be read, or is empty.")
        }
        return Secret(content)
    }

    private static func text(_ reader: ConfigReader, _ key: String) -> String? {
        let key = ConfigKey(key.split(separator: ".").map(String.init))
        return reader.string(forKey: key).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
}
