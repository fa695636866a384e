import Foundation
import Retrieval
import SpotterAPI
import TextReading

/// The parts of a question that asks two things: "who's vegan, and who eats fish?"
enum QuestionParts {
    private static let openings = AnswerWords.of("part openings")

    /// The parts, each with the one person whom the first names; the whole question if it has no parts.
    static func of(_ question: String, directory: PeopleDirectory) -> [String] {
        let words = TextWord.words(of: question)
        let cut = words.indices.dropLast(2).dropFirst(2).first { index in
            words[index].folded == "and" && openings.contains(words[index + 1].folded)
        }
        guard let cut else { return [question] }
        let first = String(question[..<words[cut].range.lowerBound])
            .trimmingCharacters(in: CharacterSet(charactersIn: " ,;"))
        let second = String(question[words[cut + 1].range.lowerBound...])
        let named = directory.mentions(in: TextWord.words(of: first))
        guard named.count == 1, directory.mentions(in: TextWord.words(of: second)).isEmpty else {
            return [first, second]
        }
        return [first, "\(second) (\(named[0].spelling))"]
    }
}

extension DataAnswer {
    /// Several answers below each other, with their quotes numbered through.
    package init(joining answers: [DataAnswer]) {
        var text: [String] = []
        var citations: [Citation] = []
        for answer in answers {
            var line = answer.text
            for number in stride(from: answer.citations.count, to: 0, by: -1) {
                line = line.replacing("[\(number)]", with: "[\(number + citations.count)]")
            }
            text.append(line)
            citations += answer.citations
        }
        let isSure = answers.contains { $0.kind == .answer }
        self.init(text: text.joined(separator: "\n"), citations: citations, kind: isSure ? .answer : .related)
    }
}
