import Domain

/// Matrix' names of people and chats: `@userid:server`, `!chatid:server`, `mxc://server/mediaid`.
///
/// Ids are UUIDs, so what stands before the colon suffices. The server's part is how clients reach this server, and isn't
/// compared: there is no federation, so no other server's name can be meant.
struct MatrixNames: Sendable, Hashable {
    let server: String

    /// The host and port of an address such as `https://chat.example.com`.
    static func server(of address: String) -> String {
        guard let mark = address.firstRange(of: "://") else { return "localhost" }
        let host = address[mark.upperBound...].prefix { $0 != "/" }
        return host.isEmpty ? "localhost" : String(host)
    }

    func user(_ id: UserID) -> String { "@\(id):\(server)" }
    func room(_ id: ChatID) -> String { "!\(id):\(server)" }
    func media(_ id: MediaID) -> String { "mxc://\(server)/\(id)" }

    static func user(_ name: String) -> UserID? { id(name, sigil: "@").flatMap { UserID($0) } }
    static func chat(_ name: String) -> ChatID? { id(name, sigil: "!").flatMap { ChatID($0) } }

    static func media(_ address: String) -> MediaID? {
        guard address.hasPrefix("mxc://"), let slash = address.lastIndex(of: "/") else { return nil }
        return MediaID(String(address[address.index(after: slash)...]))
    }

    /// What a name has before the colon.
    static func localpart(_ name: String) -> String? { id(name, sigil: "@") }

    private static func id(_ name: String, sigil: Character) -> String? {
        guard name.first == sigil else { return nil }
        return String(name.dropFirst().prefix { $0 != ":" })
    }
}
