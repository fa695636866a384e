import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

extension CompletionKind {
    /// The names of the user's chats and contacts, from local files: no network, no waiting.
    static var chats: CompletionKind {
        .custom { words, _, _ in ChatCompletion.answer(words) { $0.kind != .request } }
    }

    /// Only groups.
    static var groups: CompletionKind { .custom { words, _, _ in ChatCompletion.answer(words) { $0.kind == .group } } }

    /// Only people.
    static var people: CompletionKind { .custom { words, _, _ in ChatCompletion.answer(words) { $0.kind == .person } } }

    /// Only trainers who ask to be the user's.
    static var requests: CompletionKind {
        .custom { words, _, _ in ChatCompletion.answer(words) { $0.kind == .request } }
    }

    /// The names under which log-ins are kept.
    static var profiles: CompletionKind { .custom { _, _, _ in ChatCompletion.profiles() } }
}

enum ChatCompletion {
    /// - Parameter words: the command line. Its `--profile` counts.
    static func answer(_ words: [String], _ isWanted: (KnownNames.Name) -> Bool) -> [String] {
        var profile: String?
        for (word, next) in zip(words, words.dropFirst()) where word == "--profile" { profile = next }
        for word in words where word.hasPrefix("--profile=") { profile = String(word.dropFirst(10)) }
        guard let store = try? CredentialStore(profile: Profile.chosen(profile)), let credentials = try? store.load(),
            let path = try? CacheLocation.path(of: credentials.grant.user.id, at: credentials.server)
        else { return [] }
        return spelled(distinct(names(path).filter(isWanted)))
    }

    static func profiles() -> [String] {
        let names = (try? CredentialStore.profiles()) ?? []
        return spelled(names.compactMap { $0.name.map { KnownNames.Name(.person, $0) } })
    }

    /// What commands have seen of the server, and the local copy that `spotter chat` keeps, which may be newer.
    private static func names(_ path: String) -> Set<KnownNames.Name> {
        let known = KnownNames.load(beside: path).names
        let people = Set(known.filter { $0.kind == .person }.map(\.text))
        let cached = CachedNames.all(path: path)
        return Set(known).union(cached.filter { $0.kind == .group || !people.contains($0.text) })
    }

    /// Two of the same name are told apart by their addresses.
    private static func distinct(_ names: Set<KnownNames.Name>) -> [KnownNames.Name] {
        Dictionary(grouping: names, by: \.text).values.flatMap { same in
            same.count == 1
                ? same : same.compactMap { name in name.email.map { KnownNames.Name(name.kind, $0, email: $0) } }
        }.filter { isPrintable($0.text) }.sorted { $0.text < $1.text }
    }

    /// A shell prints names as they are, so those with control characters are left out, and those that would be options.
    private static func isPrintable(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.first != "-"
            && TerminalText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars)
    }

    // MARK: Shells

    private static func spelled(_ names: [KnownNames.Name]) -> [String] {
        switch CompletionShell.requesting {
        case .zsh?: names.map { described($0, separator: ":") { text in escaped(text) } }
        case .fish?: names.map { described($0, separator: "\t") { text in text } }
        case .bash?: bash(names)
        default: names.map(\.text)
        }
    }

    /// The shell shows the address beside the name, and doesn't insert it.
    private static func described(
        _ name: KnownNames.Name,
        separator: String,
        _ escape: (String) -> String
    ) -> String {
        guard let email = name.email, email != name.text, isPrintable(email) else { return escape(name.text) }
        return escape(name.text) + separator + escape(email)
    }

    /// zsh's `_describe` divides at a colon.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == ":" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// bash takes what it gets, so the choice is made here: names that begin so, else one with a word that does, else
    /// addresses.
    private static func bash(_ names: [KnownNames.Name]) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let word = BashWord(
            line: environment["SPOTTER_COMPLETION_LINE"] ?? "",
            breaks: environment["SPOTTER_COMPLETION_BREAKS"] ?? ""
        )
        let typed = folded(word.typed)
        let beginning = names.map(\.text).filter { folded($0).hasPrefix(typed) }
        if !beginning.isEmpty { return beginning.compactMap { word.replacement(for: $0) } }
        let later = names.map(\.text).filter { text in
            folded(text).split(separator: " ").contains { $0.hasPrefix(typed) }
        }
        if later.count == 1 { return later.compactMap { word.replacement(for: $0) } }
        return names.compactMap(\.email).filter { folded($0).hasPrefix(typed) }.compactMap { word.replacement(for: $0) }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
