import Testing

@testable import Assistant

/// The main advice appears while the object is still being written, the same however the text is cut.
@Suite struct AdviceStreamTests {
    static let texts: [(text: String, shown: String)] = [
        (#"{"advice":"Rest two days.","alternatives":[],"confidence":0.8,"reasoning":"Pain."}"#, "Rest two days."),
        (
            #"  {"confidence":0.8, "alternatives":[{"title":"a","advice":"no"}], "advice" : "Go \"now\"\n\u00e9\u20AC"}"#,
            "Go \"now\"\né€"
        ),
        ("```json\n{\"main_advice\": \"Fenced.\"}\n```", "Fenced."), ("{\"mainAdvice\":\"Cut o", "Cut o"),
        (#"{"advice":"😀 \ud83d\ude00 \ud83d!"}"#, "😀 😀 \u{FFFD}!"), (#"{"advice":""}"#, ""),
        (#"{"nested":{"advice":"no"},"list":["x",{"y":"}"}],"advice":"yes","advice":"again"}"#, "yes"),
        ("Plain words, no object.", ""), (#"{"message":"Another name"}"#, ""), (#"{"advice":{"text":"Inner"}}"#, ""),
        (#"[{"advice":"In a list"}]"#, ""), ("", ""), ("{", ""), (#"{"advice":null,"x":1}"#, ""),
        (#"{"a\"b":1,"advice":"After an odd key"}"#, "After an odd key"),
        (#"{"advice":"bad \u12"}"#, "bad "), (#"{"n":-1.5e3,"t":true,"advice":"After numbers"}"#, "After numbers"),
    ]

    @Test(arguments: texts) func theMainAdviceIsShown(text: String, shown: String) {
        var stream = AdviceStream()
        #expect(stream.feed(text) == shown)
        #expect(stream.raw == text)
    }

    @Test(arguments: texts) func cutsChangeNothing(text: String, shown: String) {
        let scalars = Array(text.unicodeScalars)
        for size in 1...7 {
            var stream = AdviceStream()
            var all = ""
            for start in stride(from: 0, to: scalars.count, by: size) {
                var piece = String.UnicodeScalarView()
                piece.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
                all += stream.feed(String(piece))
            }
            #expect(Array(all.unicodeScalars) == Array(shown.unicodeScalars), "\(text) in pieces of \(size)")
        }
    }

    @Test func aTextWithoutEndIsBounded() {
        var stream = AdviceStream()
        _ = stream.feed("{\"advice\":\"")
        for _ in 0..<300 { _ = stream.feed(String(repeating: "x", count: 1000)) }
        #expect(stream.isFull && stream.raw.count <= AdviceStream.maxLength + 1000)
    }
}
