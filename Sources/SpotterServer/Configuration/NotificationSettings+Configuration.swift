import Configuration
import Domain
import Foundation
import Notifications

extension NotificationSettings {
    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        self.init()
        let listed = reader.string(forKey: "notification.origins") ?? ""
        for text in listed.split(separator: ",").map({ String($0).trimmed }) where !text.isEmpty {
            guard let origin = Origin(text) else {
                throw SpotterError.invalid(
                    "notification.origins: '\(text)' is not an origin like https://hooks.example.com."
                )
            }
            origins.insert(origin)
        }
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
        guard let text = text(reader, "notification.ntfy.url") else { return nil }
        guard let url = Endpoint(text) else {
            throw SpotterError.invalid("notification.ntfy.url must be an address like https://ntfy.sh.")
        }
        let token = reader.string(forKey: "notification.ntfy.token", isSecret: true)
        return Ntfy(url: url, token: token.map { Secret($0) })
    }

    private static func smtp(_ reader: ConfigReader) throws -> SMTP? {
        guard let host = text(reader, "notification.smtp.host") else { return nil }
        let name = text(reader, "notification.smtp.security") ?? SMTP.Security.startTLS.rawValue
        guard let security = SMTP.Security(rawValue: name) else {
            throw SpotterError.invalid("notification.smtp.security must be starttls, implicit or none.")
        }
        let port = reader.int(forKey: "notification.smtp.port", default: security == .implicit ? 465 : 587)
        guard (1...65_535).contains(port) else {
            throw SpotterError.invalid("notification.smtp.port must be 1 to 65535.")
        }
        guard let from = text(reader, "notification.smtp.from").flatMap(MailAddress.init) else {
            throw SpotterError.invalid(
                "notification.smtp.host is set, so notification.smtp.from must be an address like spotter@example.com."
            )
        }
        let smtp = SMTP(
            host: host,
            port: port,
            security: security,
            from: from,
            user: text(reader, "notification.smtp.user"),
            password: try password(reader)
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

    private static func password(_ reader: ConfigReader) throws -> Secret? {
        if let password = reader.string(forKey: "notification.smtp.password", isSecret: true) {
            return Secret(password)
        }
        guard let path = text(reader, "notification.smtp.password.file") else { return nil }
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
