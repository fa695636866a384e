import Testing
import TextReading

@testable import Retrieval

/// What means the same in other languages is found.
@Suite struct SharedStemsTests {
    @Test(arguments: [
        ("knee pain", "me duele la rodilla", true), ("pregnant", "estou grávida de 14 semanas", true),
        ("boots", "die neuen Stiefel drücken", true), ("knee", "me duele el hombro", false),
    ])
    func whatMeansTheSameIsShared(query: String, text: String, isShared: Bool) {
        let stems = ContentWords.stems(of: query)
        #expect(SharedStems(stems, in: .english).found(in: text).isEmpty == !isShared)
        #expect(SharedStems(stems).found(in: text).isEmpty)
    }

    @Test func aQuestionInAnotherLanguageFindsEnglish() {
        let stems = ContentWords.stems(of: TextWord.words(of: "¿cómo está la rodilla?"), in: .spanish)
        #expect(SharedStems(stems, in: .spanish).found(in: "my knee is fine") == stems)
    }
}
