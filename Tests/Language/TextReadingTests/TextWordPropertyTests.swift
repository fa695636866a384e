import TestSupport
import Testing

@testable import TextReading

/// Whatever anybody writes is read, and nothing of it is read twice or left out.
@Suite struct TextWordPropertyTests {
    private static let texts: [String] = {
        var random = SeededRandom(seed: 34)
        let said = [
            "", "Sara's knee isn't better, she said \"don't\".", "18:30, 2.5 kg; e.g. \u{201E}morgen\u{201C}\u{2026}",
            "¿Qué dijo Rosa?\nNada", "膝が痛い。", "'tis rock-'n'-roll -", "’’’", "a-b-", "O’Neil’s",
        ]
        return said + (0..<2_000).map { _ in random.text(upTo: 80) }
    }()

    @Test func wordsStandInOrderWhereTheTextHasThem() {
        for text in Self.texts {
            var end = text.startIndex
            for word in TextWord.words(of: text) {
                #expect(word.range.lowerBound >= end && !word.range.isEmpty)
                #expect(String(text[word.range]) == word.text)
                end = word.range.upperBound
            }
            #expect(end <= text.endIndex)
        }
    }

    /// What stands between two words has neither a letter nor a digit.
    @Test func noLetterIsLeftOut() {
        for text in Self.texts {
            let words = TextWord.words(of: text).map(\.range)
            let starts = [text.startIndex] + words.map(\.upperBound)
            for (start, end) in zip(starts, words.map(\.lowerBound) + [text.endIndex]) {
                #expect(!text[start..<end].contains { $0.isLetter || $0.isNumber }, "\(text.debugDescription)")
            }
        }
    }

    @Test func foldingAFoldedWordChangesNothing() {
        for text in Self.texts {
            for word in TextWord.words(of: text) where !word.isPossessive {
                #expect(TextWord.words(of: word.folded).map(\.folded) == [word.folded], "\(word.text.debugDescription)")
            }
        }
    }

    @Test func sentencesCoverTheText() {
        for text in Self.texts {
            let sentences = text.sentenceRanges
            #expect(sentences.map { String(text[$0]) }.joined() == text)
        }
    }

    @Test func spokenSentencesCoverTheWords() {
        for text in Self.texts {
            let spoken = SpokenText(text)
            #expect(spoken.words.map(\.range) == TextWord.words(of: text).map(\.range))
            #expect(spoken.sentences.flatMap { Array($0.words) } == Array(spoken.words.indices))
            for sentence in spoken.sentences { #expect(text.contains(spoken.text(of: sentence))) }
        }
    }

    @Test func quotationsLieApart() {
        for text in Self.texts {
            var end = text.startIndex
            for range in Quotation.ranges(in: text) {
                #expect(range.lowerBound >= end)
                end = range.upperBound
            }
        }
    }
}
