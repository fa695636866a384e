public import Domain
import Foundation

/// What an invitation's link or code says: `https://chat.example.com/invite/sp_i_…`, or `sp_i_…` alone.
///
///     let invitation = InvitationLink("https://chat.example.com/invite/sp_i_…")
///     print(invitation?.server?.description ?? "which server?")  // https://chat.example.com
public struct InvitationLink: Sendable, Equatable {
    /// `nil` if only a code was given.
    public let server: ServerAddress?
    public let code: Secret

    private static let prefix = "sp_i_"

    /// `nil` if the text is neither a link of an invitation nor a code.
    public init?(_ text: String) {
        let text = text.trimmed
        guard text.contains("/") else {
            guard Self.isCode(text) else { return nil }
            self.init(server: nil, code: text)
            return
        }
        guard let mark = text.range(of: "/invite/", options: .backwards) else { return nil }
        let code = String(text[mark.upperBound...].drop { $0 == "/" })
        guard Self.isCode(code), let server = ServerAddress(String(text[..<mark.lowerBound])) else { return nil }
        self.init(server: server, code: code)
    }

    private init(server: ServerAddress?, code: String) {
        self.server = server
        self.code = Secret(code)
    }

    private static func isCode(_ text: String) -> Bool {
        text.hasPrefix(prefix) && text.utf8.count > prefix.utf8.count && text.utf8.count <= 256
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_…".unicodeScalars.contains($0)
            }
    }
}
