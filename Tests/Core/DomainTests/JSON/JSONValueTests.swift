import Foundation
import TestSupport
import Testing

@testable import Domain

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), ("-3", -3), ("2.0", 2), ("2.5", 2.5), ("1e30", 1e30),
            (#""a\"\\\n\u0001é🏋""#, "a\"\\\n\u{1}é🏋"), ("[]", []), ("[1,[2]]", [1, [2]]),
            (#"{"b":{"c":null},"a":[false]}"#, ["a": [false], "b": ["c": nil]]),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", 9_223_372_036_854_775_808.0),
        ] as [(String, JSONValue)]
    )
    func whatsWrittenReadsBack(text: String, value: JSONValue) throws {
        #expect(JSONValue.parse(text) == value)
        #expect(JSONValue.parse(value.text) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode([value])) == [value])
    }

    @Test(arguments: ["", " ", "{", "[1", "nul", "{\"a\"}", "'a'", "NaN", "1e999", "\"\\ud800\"", "{}{}"])
    func whatIsntJSONGivesNothing(text: String) {
        #expect(JSONValue.parse(text) == nil)
    }

    @Test func depthAndSizeAreBounded() {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(JSONValue.parse(nested(64)) != nil)
        #expect(JSONValue.parse(nested(65)) == nil)
        #expect(JSONValue.parse(String(repeating: "[", count: 1_000_000)) == nil)
        #expect(JSONValue.parse(#"["[[[[[[\"[[[["]"#, maxDepth: 1) == ["[[[[[[\"[[[["])
        #expect(JSONValue.parse("[1]", maxBytes: 2) == nil)
    }

    @Test func textHasSortedKeysAndNullForWhatJSONCantSay() {
        let value: JSONValue = ["b": .number(.infinity), "a": .number(.nan), "c": 0.1]
        #expect(value.text == #"{"a":null,"b":null,"c":0.1}"#)
    }

    @Test func readingWhatIsntThereGivesNothing() {
        let value: JSONValue = ["a": [1, "x"], "n": nil, "d": 2.5]
        #expect(value["a"]?[1]?.string == "x")
        #expect(value["a"]?[0]?.double == 1)
        #expect(value["a"]?[2] == nil && value["a"]?[-1] == nil)
        #expect(value["n"] == nil && value["q"] == nil && value[0] == nil && value["a"]?["b"] == nil)
        #expect(value["d"]?.int == nil && value["d"]?.bool == nil && value["d"]?.array == nil)
    }

    @Test func randomBytesNeverTrap() {
        var random = SeededRandom(seed: 7)
        let alphabet = Array(#"{}[]":,\/ tfn0129.eE-u"#.utf8) + [0, 0xC3, 0xFF, 0xF0]
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            if let value = JSONValue.parse(bytes) { #expect(JSONValue.parse(value.text) == value) }
        }
    }
}
