import Domain
import Testing

@Suite struct JSONBoundsTests {
    private let bounds = JSONBounds(maxDepth: 3, maxElements: 5, maxStringBytes: 4)

    @Test(arguments: [
        ("1", true), ("[1,2,3]", true), ("[1,2,3,4,5]", true), ("[1,2,3,4,5,6]", false), ("[[[]]]", true),
        ("[[[[]]]]", false), (#"{"a":{"b":{}}}"#, true), (#"{"a":{"b":{"c":{}}}}"#, false), (#""abcd""#, true),
        (#""abcde""#, false), (#"["ab","cd"]"#, true), (#""[[[[""#, true), (#"",,,,""#, true), (#""a\"b""#, true),
        (#""ab\"c""#, false), (#"["abcd","abcde"]"#, false), ("", true),
    ])
    func textsAreBounded(text: String, isAdmitted: Bool) { #expect(bounds.admit(text.utf8) == isAdmitted) }

    @Test(arguments: [("1", 0), ("[1,2,3]", 3), (#"{"a":[1]}"#, 2), (#"["a,b"]"#, 1)])
    func valuesAreCounted(text: String, count: Int) { #expect(bounds.elements(of: text.utf8) == count) }

    @Test func valuesAreParsedWithinBounds() {
        let many = "[" + String(repeating: "1,", count: 200_000) + "1]"
        #expect(JSONValue.parse(many) == nil)
        #expect(JSONValue.parse("[1,2]", maxElements: 1) == nil)
        #expect(JSONValue.parse("[1,2]") == [1, 2])
    }
}
