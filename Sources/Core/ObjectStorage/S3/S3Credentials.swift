public import Domain
import Foundation

/// The keys of an account at a store.
public struct S3Credentials: Sendable, Hashable {
    public let id: String
    public let secret: Secret
    /// Of keys that are lent for a time.
    public let token: Secret?

    public init(id: String, secret: Secret, token: Secret? = nil) {
        self.id = id
        self.secret = secret
        self.token = token
    }

    /// From `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, for keys that are lent, `AWS_SESSION_TOKEN`.
    /// - Returns: `nil` if one is missing.
    public init?(environment: [String: String]) {
        self.init(
            environment["AWS_ACCESS_KEY_ID"],
            environment["AWS_SECRET_ACCESS_KEY"],
            environment["AWS_SESSION_TOKEN"]
        )
    }

    /// From the section `[default]` of a file in the form of `~/.aws/credentials`, or from lines before any section.
    /// - Returns: `nil` if a key is missing.
    public init?(file text: String) {
        var (section, values): (Substring, [String: String]) = ("default", [:])
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = line.dropFirst().dropLast()
            } else if section == "default", let sign = line.firstIndex(of: "="), !line.hasPrefix("#") {
                let name = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
                values[name] = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            }
        }
        self.init(values["aws_access_key_id"], values["aws_secret_access_key"], values["aws_session_token"])
    }

    private init?(_ id: String?, _ secret: String?, _ token: String?) {
        guard let id, !id.isEmpty, let secret, !secret.isEmpty, Self.isOneWord(id + (token ?? "")) else { return nil }
        self.init(id: id, secret: Secret(secret), token: token.flatMap { $0.isEmpty ? nil : Secret($0) })
    }

    /// Others would end the header that they stand in.
    private static func isOneWord(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
