import Domain
import Testing

@testable import ClientProfiles

/// What people say about themselves in other languages.
@Suite struct ProfileGlossTests {
    private func statements(_ text: String) -> [ProfileStatement] {
        ProfileExtractor().statements(
            in: text,
            sentAt: Timestamp(milliseconds: 1_780_000_000_000),
            timeZone: "Europe/Berlin"
        )
    }

    @Test(arguments: [
        ("ich habe Migräne, zwei bis drei Anfälle im Monat", ProfileItem.Category.injuries, "migraine"),
        ("im Rücken zwickt es wieder seit Montag", .injuries, "back"),
        ("Milch vertrage ich übrigens nicht", .preferences, "food-milk"),
        ("Klimmzugstange und zwei Kurzhanteln stehen im Keller", .equipment, "dumbbell"),
        ("estou grávida de 14 semanas", .injuries, "pregnant"), ("o ombro direito dói-me", .injuries, "shoulder"),
        ("em casa só tenho elásticos", .equipment, "bands"), ("je suis allergique aux noix", .preferences, "allergy"),
        ("j'ai mal au genou depuis lundi", .injuries, "knee"), ("jag har ont i ryggen sedan igår", .injuries, "back"),
        ("jag är allergisk mot nötter", .preferences, "allergy"),
    ])
    func otherLanguagesAreRead(text: String, category: ProfileItem.Category, topic: String) throws {
        let found = try #require(statements(text).first { $0.category == category })
        #expect(found.topics.contains(topic) && text.contains(found.text))
    }

    @Test(arguments: [
        "mein Bruder hat sich das Knie verdreht", "a minha mãe partiu o tornozelo", "mon frère a mal au genou",
        "das ist mein Hund", "hast du Schmerzen im Knie?",
    ])
    func othersAndQuestionsAreNot(text: String) { #expect(statements(text).isEmpty) }

    @Test func whatIsOverEnds() {
        #expect(statements("o ombro já está bom, nem me lembro dele").map(\.kind) == [.resolution])
    }

    /// English is never taken for another language, whatever words they share.
    @Test func englishIsReadAsItIs() throws {
        let sentence = try #require(ProfileLexer.sentences(of: "I was in a man's den, my son has no pain").first)
        #expect(ProfileGloss.english(sentence).words == sentence.words)
    }

    /// As programs on Windows end them.
    @Test func linesEndWithTwoCharactersToo() {
        #expect(ProfileLexer.sentences(of: "Knee hurts\r\nMy wife is fine").map(\.words.count) == [2, 4])
        let quoting = ProfileLexer.sentences(of: "Noted!\r\n> My knee hurts\r\nGet well")
        #expect(quoting.map(\.words) == [["noted"], ["get", "well"]])
    }
}
