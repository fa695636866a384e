import TestSupport
import Testing

@testable import Domain

/// Every reader of texts begins with the same runs, whatever the text.
@Suite struct TextRunTests {
    private static let texts: [String] = {
        var random = SeededRandom(seed: 35)
        let said = [
            "", " ", "\r\n", "7am,82.5kg\n18:30", "2½ h, ٣ × 5", "膝が痛い。", "🏃‍♀️ 10k 👍", "e\u{301}te\u{301} 1\u{301}",
            "a'b''c-",
        ]
        return said + (0..<2_000).map { _ in random.text(upTo: 80) }
    }()

    @Test func runsCoverTheText() {
        for text in Self.texts {
            #expect(TextRuns(text).map { String(text[$0.range]) }.joined() == text)
            #expect(TextRun.joined(text) { _, _, _ in true }.map { String(text[$0.range]) }.joined() == text)
        }
    }

    /// Bytes and characters are told apart alike.
    @Test func runsAreWhatTheirCharactersAre() {
        for text in Self.texts {
            for run in TextRuns(text) {
                for character in text[run.range] {
                    let isAsSaid =
                        switch run.kind {
                        case .letters: character.isLetter
                        case .digits: character.isNumber && character.isASCII
                        case .number: character.isNumber && !character.isLetter && !character.isASCII
                        case .newline: character.isNewline
                        case .space: character.isWhitespace && !character.isNewline
                        case .mark: !character.isLetter && !character.isNumber && !character.isWhitespace
                        }
                    #expect(isAsSaid, "\(character.debugDescription) as \(run.kind)")
                }
            }
        }
    }

    @Test func whatBelongsTogetherIsOneRun() {
        func cut(_ text: String, _ marks: String) -> [String] {
            TextRun.joined(text) { _, mark, _ in mark.map(marks.contains) ?? true }.map { String(text[$0.range]) }
        }
        #expect(cut("it's 7am, 18:30", "':") == ["it's", " ", "7am", ",", " ", "18:30"])
        #expect(cut("'it''s-", "'") == ["'", "it", "'", "'", "s", "-"])
        #expect(cut("1.2.3", ".") == ["1.2.3"])
    }

    @Test func afterTheLimitNothingIsRead() {
        #expect(TextRuns("añb c", limit: 2).map { $0.kind } == [.letters])
        #expect(TextRuns("ab", limit: 5).map { $0.kind } == [.letters])
        #expect(Array(TextRuns("ab", limit: 0)).isEmpty)
    }
}
