import Testing

@testable import ClientProfiles

/// What a question wants of profiles, and that it isn't answered if it says more than the vocabulary knows.
@Suite struct FactQuestionTests {
    @Test(arguments: [
        ("who is injured", FactQuestion.Topic.injury),
        ("is anybody hurt", .injury),
        ("who has knee trouble", .part(["knee"])),
        ("how is my shoulder doing", .part(["shoulder"])),
        ("is my left knee ok again", .part(["knee", "side:left"])),
        ("who has a bad back", .part(["back"])),
        ("who suffers from migraines", .condition(["migraine", "head"])),
        ("which clients are vegan", .diet(["vegan"])),
        ("who eats fish but no meat", .diet(["pescatarian"])),
        ("who has a nut allergy", .allergy(["nut"])),
        ("who takes pills", .medication),
        ("what is my goal", .goal([])),
        ("who is training for a marathon", .goal(["marathon"])),
        ("who has a kettlebell at home", .equipment(["kettlebell"])),
        ("who is away", .travel),
    ])
    func topicsAreRead(question: String, topic: FactQuestion.Topic) throws {
        #expect(try #require(FactQuestion(question)).topics == [topic])
    }

    @Test(arguments: [
        "who sprained an ankle playing netball", "who is training", "who takes creatine", "what is my target weight",
        "who is back", "who trains at home", "which physio fixed my knee", "who likes kettlebells more than me and why",
        "who wants a rematch", "",
    ])
    func otherQuestionsAreLeft(question: String) { #expect(FactQuestion(question) == nil) }

    @Test func aQuestionAboutOnePersonsPainMaySayMore() {
        #expect(FactQuestion("does my right leg still hurt on stairs", isAboutOne: true) != nil)
        #expect(FactQuestion("does my right leg still hurt on stairs") == nil)
        #expect(FactQuestion("what did I give my knee for the pain", isAboutOne: true) == nil)
    }
}
