import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient

extension CompletionKind {
    /// The names of the user's chats, from the local copy: no network, no waiting.
    static var chats: CompletionKind { .custom { words, _, _ in ChatCompletion.names(words) { _ in true } } }

    /// Only groups.
    static var groups: CompletionKind { .custom { words, _, _ in ChatCompletion.names(words) { $0.kind == .group } } }

    /// People with whom there is a chat.
    static var people: CompletionKind { .custom { words, _, _ in ChatCompletion.names(words) { $0.kind == .direct } } }
}

enum ChatCompletion {
    /// - Parameter words: the command line up to now. Its `--profile` counts.
    static func names(_ words: [String], _ isWanted: (Chat) -> Bool) -> [String] {
        var profile: String?
        for (word, next) in zip(words, words.dropFirst()) where word == "--profile" { profile = next }
        for word in words where word.hasPrefix("--profile=") { profile = String(word.dropFirst(10)) }
        guard let credentials = try? CredentialStore(profile: profile).load(),
            let path = try? CacheLocation.path(of: credentials.grant.user.id, at: credentials.server)
        else { return [] }
        // A name with a line break would be two suggestions.
        return Set(CachedNames.chats(path: path).filter(isWanted).map(\.name))
            .filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }.sorted()
    }
}
