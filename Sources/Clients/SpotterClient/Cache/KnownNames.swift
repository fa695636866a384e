public import Domain
import Foundation

/// The names of an account's chats, contacts and requests, in a small file for completions: no network, no waiting.
///
///     let path = try CacheLocation.path(of: user.id, at: address)
///     for name in KnownNames.load(beside: path).names where name.kind == .group { print(name.text) }
public struct KnownNames: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        case group, person
        /// A trainer who asks to be the user's.
        case request
    }

    public struct Name: Sendable, Hashable, Codable {
        public let kind: Kind
        public let text: String
        /// Only of contacts.
        public var email: String?

        public init(_ kind: Kind, _ text: String, email: String? = nil) {
            self.kind = kind
            self.text = text
            self.email = email
        }
    }

    public var names: [Name]

    public init(names: [Name] = []) { self.names = names }

    /// - Parameter contacts: `nil` if they weren't asked for; the former ones stay then.
    public mutating func replace(chats: [Chat], contacts: [Contact]?) {
        let people =
            contacts?.map { Name(.person, $0.displayName, email: $0.email) } ?? names.filter { $0.email != nil }
        let known = Set(people.map(\.text))
        let others = chats.filter { $0.kind == .direct && !known.contains($0.name) }.map { Name(.person, $0.name) }
        let requests = names.filter { $0.kind == .request }
        names = chats.filter { $0.kind == .group }.map { Name(.group, $0.name) } + people + others + requests
    }

    /// - Parameter requests: the names of those who wait for an answer.
    public mutating func replace(requests: [String]) {
        names = names.filter { $0.kind != .request } + requests.map { Name(.request, $0) }
    }

    // MARK: Files

    /// - Parameter cache: the path of the account's cache.
    /// - Returns: none if there is no file or if it can't be read.
    public static func load(beside cache: String) -> KnownNames {
        let data = FileManager.default.contents(atPath: path(beside: cache))
        return data.flatMap { try? JSONDecoder().decode(KnownNames.self, from: $0) } ?? KnownNames()
    }

    /// Replaces the file if anything has changed. That it can't be written is no reason for a command to fail.
    public func save(beside cache: String) {
        guard self != Self.load(beside: cache), let data = try? JSONEncoder().encode(self) else { return }
        try? FileManager.default.createDirectory(
            atPath: (cache as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try? PrivateFile.replace(Self.path(beside: cache), with: data)
    }

    /// Removes the file, after a logout.
    public static func discard(beside cache: String) { unlink(path(beside: cache)) }

    private static func path(beside cache: String) -> String { cache + ".names" }
}
