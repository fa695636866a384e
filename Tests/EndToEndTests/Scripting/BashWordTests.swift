import CommandLineSupport
import Foundation
import ServerHarness
import TestSupport
import Testing

/// What is put in the place of a word means exactly the name to bash, whatever the name holds.
@Suite(.longTimeLimit) struct BashWordTests {
    private static let breaks = " \t\n\"'><=;|&(:@"
    private static let pieces = [
        "a", "Z", "9", " ", "  ", "$(touch pwned)", "`touch pwned`", "$HOME", "\"", "'", "\\", "*", "?", "[x]", "{a,b}",
        "~", "#", "!", "&", ";", "|", ">", "<", "(", ")", ":", "@", "=", "%", "^", "é", "日本", "🧘‍♀️", "\u{A0}", "-", "/",
        "$\u{301}(touch pwned)", "`\u{301}touch pwned`\u{301}", " \u{301}", "\\\u{301}", "'\u{301}", "\"\u{FE0F}",
    ]

    private static func name(_ random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...8, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()
    }

    @Test func typedWordsAreUnderstood() {
        func typed(_ line: String) -> String { BashWord(line: line, breaks: Self.breaks).typed }
        #expect(typed("spotter chat ") == "")
        #expect(typed(#"spotter chat Early\ B"#) == "Early B")
        #expect(typed(#"spotter chat "Early B"#) == "Early B")
        #expect(typed(#"spotter chat "a\$b\c"#) == #"a$b\c"#)
        #expect(typed("spotter chat 'it") == "it")
        #expect(typed("true; spotter chat sa") == "sa")
        #expect(typed("spotter send sara@ex") == "sara@ex")
        // What bash keeps isn't said again.
        let address = BashWord(line: "spotter send sara@ex", breaks: Self.breaks)
        #expect(address.replacement(for: "sara@example.com") == #"\@example.com"#)
        #expect(address.replacement(for: "tom@example.com") == nil)
    }

    /// Each name is put after an open word of each kind, and bash is asked what it gets.
    @Test func bashGetsTheName() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var random = SeededRandom(seed: 11)
        var names: [String] = []
        var script = "cd '\(folder.path)'\n"
        for _ in 0..<400 {
            let name = Self.name(&random)
            for quote in ["", "\"", "'"] {
                let line = "spotter chat \(quote)"
                let word = BashWord(line: line, breaks: Self.breaks)
                let replacement = try #require(word.replacement(for: name))
                script += "words=(\(line)\(replacement)\(quote)); printf '%s\\n' \"${#words[@]} ${words[2]}\"\n"
                names.append(name)
                // The line can be read back: the next press of the key begins from it.
                #expect(BashWord(line: line + replacement, breaks: Self.breaks).typed == name, "\(name)")
            }
        }
        let file = try folder.write(script.utf8, to: "script")
        let child = try await ChildProcess.start(
            "/bin/bash",
            ["\(folder.path)/script"],
            environment: ["LC_ALL": "C.UTF-8"]
        )
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        #expect(await child.exit() == .code(0), "\(child.errors) \(file)")
        #expect(lines.map { Array($0.utf8) } == names.map { Array("3 \($0)".utf8) })
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/pwned"))
    }
}
