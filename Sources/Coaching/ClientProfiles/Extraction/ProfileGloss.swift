import Domain

/// Sentences in other languages, word by word in the English that the rules know. Each word keeps the range of what it stands for,
/// so that items tell what was written.
enum ProfileGloss {
    private static let maxWords = 5
    /// One word may be a name or a loan.
    private static let minSigns = 2

    static func english(_ sentence: ProfileSentence) -> ProfileSentence {
        let words = sentence.words
        guard let language = language(of: words) else { return sentence }
        var (tokens, index) = ([ProfileToken](), 0)
        while index < words.count {
            let longest = min(maxWords, words.count - index)
            let match = stride(from: longest, through: 1, by: -1).lazy.compactMap { count -> ([String], Int)? in
                language.phrases[words[index..<(index + count)].joined(separator: " ")].map { ($0, count) }
            }.first
            guard let (english, count) = match else {
                tokens.append(sentence.tokens[index])
                index += 1
                continue
            }
            let (first, last) = (sentence.tokens[index], sentence.tokens[index + count - 1])
            tokens += english.map { word in
                ProfileToken(
                    word: word,
                    range: first.range.lowerBound..<last.range.upperBound,
                    isPossessive: false,
                    isCapitalized: false,
                    part: first.part
                )
            }
            index += count
        }
        return ProfileSentence(text: sentence.text, tokens: tokens, hasQuestionMark: sentence.hasQuestionMark)
    }

    /// `nil` if the sentence may be English, or Spanish, whose words the rules know themselves.
    private static func language(of words: [String]) -> Language? {
        let english = words.count { SpeakerWords.english.contains($0) }
        let counts = languages.map { language in
            (language, words.count { language.signs.contains($0) || language.phrases[$0] != nil })
        }
        guard let best = counts.max(by: { $0.1 < $1.1 }), words.contains(where: best.0.signs.contains) else {
            return nil
        }
        return best.1 >= minSigns && best.1 > english && !best.0.phrases.isEmpty ? best.0 : nil
    }

    private struct Language: Sendable {
        let signs: Set<String>
        let phrases: [String: [String]]

        init(_ bytes: [UInt8]) {
            var (signs, phrases) = (Set<String>(), [String: [String]]())
            for (meaning, spellings) in VocabularyFile(bytes).entries {
                let spellings = spellings.map(String.init)
                if meaning == "*" {
                    signs = Set(spellings)
                } else {
                    let english = meaning.split(separator: " ").map(String.init)
                    for spelling in spellings { phrases[spelling] = english }
                }
            }
            (self.signs, self.phrases) = (signs, phrases)
        }
    }

    private static let languages = [
        Language(PackageResources.es_profile_tsv), Language(PackageResources.de_profile_tsv),
        Language(PackageResources.pt_profile_tsv),
        Language(PackageResources.fr_profile_tsv), Language(PackageResources.sv_profile_tsv),
    ]
}
