import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import Assistant

/// Whatever a model writes becomes advice.
@Suite struct AdviceReadingTests {
    @Test func theObjectThatWasAskedForIsTakenAsItIs() {
        let reading = AdviceReading(
            #"""
            {"advice":"Rest.","alternatives":[{"title":"Cycle","reason":"Less load"},{"title":"Swim","reason":""}],
             "confidence":0.82,"reasoning":"She has pain."}
            """#
        )
        #expect(reading.main == "Rest." && reading.reasoning == "She has pain.")
        #expect(reading.confidence == 0.82 && reading.source == .model)
        #expect(reading.alternatives == [.init(title: "Cycle", reason: "Less load"), .init(title: "Swim")])
    }

    @Test(arguments: [
        #"{"message":"Rest."}"#, #"{"main_advice":"Rest."}"#, #"{"Answer":"Rest."}"#, #"{"recommendation":["Rest."]}"#,
        #"{"response":{"main_advice":"Rest."}}"#, #"{"final_json":{"summary":" Rest. "}}"#, #"[{"text":"Rest."}]"#,
        "```json\n{\"content\":\"Rest.\"}\n```", "Here is my advice:\n{\"advice\":\"Rest.\"}\nGood luck!",
        "```\n{\"advice\":\"Rest.\"}", "  Rest.\n", "```\nRest.\n```",
    ])
    func otherNamesAndFormsAreUnderstood(text: String) {
        #expect(AdviceReading(text).main == "Rest.", "\(AdviceReading(text))")
    }

    @Test(arguments: [
        (#"0.82"#, 0.82), ("82", 0.82), (#""82%""#, 0.82), (#""0.82""#, 0.82), (#""82 %""#, 0.82), ("1", 1), ("1.0", 1),
        ("0", 0), ("-3", 0), ("250", 1), (#""1%""#, 0.01), ("100", 1),
    ])
    func confidenceIsBetweenZeroAndOne(value: String, confidence: Double) {
        for name in ["confidence", "confidence_score", "Certainty", "probability", "score"] {
            let reading = AdviceReading("{\"advice\":\"Rest.\",\"\(name)\":\(value)}")
            #expect(abs(reading.confidence - confidence) < 1e-9 && reading.source == .model, "\(name) \(value)")
        }
    }

    @Test(arguments: [
        (#"{"advice":"Rest."}"#, 0.7), (#"{"advice":"Rest.","confidence":"high"}"#, 0.7),
        (#"{"advice":"Rest.","confidence":{}}"#, 0.7), ("Rest.", 0.1), ("{\"advice\":\"Rest", 0.1), ("", 0.1),
    ])
    func whatIsntSaidIsMarkedAsAssumed(text: String, confidence: Double) {
        let reading = AdviceReading(text)
        #expect(reading.confidence == confidence && reading.source == .assumed)
    }

    @Test(arguments: [
        (#"["Cycle","Swim"]"#, ["Cycle", "Swim"]), (#""Cycle""#, ["Cycle"]),
        (#"[{"player":"Cycle"},{"x":1}]"#, ["Cycle"]),
        (#"{"Cycle":"Less load"}"#, ["Cycle"]), (#"[{"name":"Cycle","why":"x"},"cycle",null,3]"#, ["Cycle", "3"]),
        ("null", []), ("[]", []), ("7", ["7"]), (#"[[["Cycle"]]]"#, ["Cycle"]),
    ])
    func alternativesAreReadFromWhateverTheyAre(value: String, titles: [String]) {
        let reading = AdviceReading("{\"advice\":\"Rest.\",\"alternatives\":\(value)}")
        #expect(reading.alternatives.map(\.title) == titles)
    }

    @Test func nothingIsTooMuch() {
        let many = (0..<5_000).map { "\"option \($0)\"" }.joined(separator: ",")
        let reading = AdviceReading("{\"advice\":\"Rest.\",\"alternatives\":[\(many)]}")
        #expect(reading.alternatives.count == AdviceReading.maxAlternatives)
        let deep = String(repeating: #"{"response":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        _ = AdviceReading(deep)
    }

    /// Cut, doubled and shuffled texts trap nothing and always give a confidence between 0 and 1.
    @Test func anythingCanBeRead() {
        var random = SeededRandom(seed: 16)
        let seeds = AdviceStreamTests.texts.map(\.text)
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<Int(random.next() % 3) + 1 {
                let seed = seeds[Int(random.next() % UInt64(seeds.count))]
                text += seed.prefix(Int(random.next() % UInt64(seed.count + 1)))
                text += seed.suffix(Int(random.next() % UInt64(seed.count + 1)))
            }
            var stream = AdviceStream()
            _ = stream.feed(text)
            #expect((0...1).contains(AdviceReading(text).confidence))
        }
    }
}
