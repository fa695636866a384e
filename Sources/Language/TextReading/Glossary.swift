/// What means the same in other languages, by stems: a question in English finds what was said in German, and the other way.
package enum Glossary {
    /// The English word for a folded word or phrase of another language; `nil` if it isn't known.
    package static func english(_ folded: String, in language: TextLanguage) -> String? { meanings[language]?[folded] }

    /// The stems in all languages that mean what one of `stems` means, each with the stems that it stands for.
    package static func alternatives(to stems: Set<String>, in language: TextLanguage) -> [String: Set<String>] {
        guard let groups = groupsOfStem[language] else { return [:] }
        var alternatives: [String: Set<String>] = [:]
        for stem in stems {
            for group in groups[stem] ?? [] {
                for other in groupStems[group] where other != stem { alternatives[other, default: []].insert(stem) }
            }
        }
        return alternatives
    }

    private static let meanings: [TextLanguage: [String: String]] = LanguageWords.all.mapValues { file in
        file.meanings.reduce(into: [:]) { meanings, meaning in
            for spelling in meaning.spellings where meanings[spelling] == nil { meanings[spelling] = meaning.english }
        }
    }

    private static let english: [String] = {
        let all = Set(LanguageWords.all.values.flatMap { $0.meanings.map(\.english) })
        return all.filter { !$0.contains(" ") }.sorted()
    }()

    /// For each English word the stems of it and of what means the same.
    private static let groupStems: [Set<String>] = {
        let places = Dictionary(english.enumerated().map { ($1, $0) }) { first, _ in first }
        var groups = english.map { Set([TextWord.stem($0)]) }
        for file in LanguageWords.all.values {
            for meaning in file.meanings {
                guard let place = places[meaning.english] else { continue }
                groups[place].formUnion(stems(of: meaning.spellings))
            }
        }
        return groups
    }()

    private static let groupsOfStem: [TextLanguage: [String: [Int]]] = {
        let places = Dictionary(english.enumerated().map { ($1, $0) }) { first, _ in first }
        var all = LanguageWords.all.mapValues { file in
            file.meanings.reduce(into: [String: [Int]]()) { groups, meaning in
                guard let place = places[meaning.english] else { return }
                for stem in Set(stems(of: meaning.spellings)) { groups[stem, default: []].append(place) }
            }
        }
        all[.english] = Dictionary(english.enumerated().map { (TextWord.stem($1), [$0]) }) { $0 + $1 }
        return all
    }()

    /// Several words together have no stem.
    private static func stems(of spellings: [String]) -> [String] {
        spellings.filter { $0.count > 2 && !$0.contains(" ") }.map(TextWord.stem)
    }
}
