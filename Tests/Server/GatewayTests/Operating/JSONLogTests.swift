import Domain
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import SpotterServer

@Suite struct JSONLogTests {
    private func line(_ log: (Logger) -> Void) -> String {
        let lines = Mutex("")
        let logger = Logger(label: "spotter") { label in
            JSONLogHandler(label: label, clock: ManualClock(Timestamp(milliseconds: 0))) { line in
                lines.withLock { $0 += line }
            }
        }
        log(logger)
        return lines.withLock { $0 }
    }

    @Test func aLineIsOneObject() throws {
        let text = line { $0.notice("log-in failed", metadata: ["address": "203.0.113.7", "tries": ["1", "2"]]) }
        let expected = """
            {"label":"spotter","level":"notice","message":"log-in failed","metadata":{"address":"203.0.113.7",\
            "tries":["1","2"]},"source":"GatewayTests","time":"1970-01-01T00:00:00.000Z"}

            """
        #expect(text == expected)
    }

    /// Whatever is logged, it's one line for every reader of lines, and comes back as it was.
    @Test(arguments: [
        "two\nlines", "\r\n", "\"quoted\" \\", "\u{0}\u{1B}[31m", "\u{85}\u{2028}\u{2029}\u{7F}", "ä 🏋🏽 \u{FFFD}", "",
    ])
    func anyTextStaysOneLine(text: String) throws {
        let line = line { $0.error("\(text)", metadata: ["\(text)": .string(text), "d": ["\(text)": "\(text)"]]) }
        #expect(line.hasSuffix("}\n"))
        #expect(
            line.dropLast().unicodeScalars.allSatisfy {
                !(0...0x1F).contains($0.value) && !(0x7F...0x9F).contains($0.value)
            }
        )
        #expect(!line.contains("\u{2028}") && !line.contains("\u{2029}"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["message"] as? String == text)
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata["d"] as? [String: String] == [text: text])
    }
}
