import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct FormatterTests {
    private let time: LocalTime

    init() throws { time = LocalTime(try #require(TimeZone(identifier: "Europe/Stockholm"))) }

    @Test func searchResultsAreShownSafely() throws {
        let json = """
            {"results":[{"messageId":"01900000-0000-7000-0000-0000000003e9","chatId":"01900000-0000-7000-0000-00000000000a",
              "clientMessageId":"c","senderId":"01900000-0000-7000-0000-000000000002","senderName":"Sara",
              "text":"my knee\\nhurts \\u001b[2J","sentAt":"2026-03-05T13:12:00.000Z","score":0.8125,"match":"both"}],
             "mode":"hybrid","degraded":null}
            """
        let answer = try JSONDecoder().decode(SearchResponse.self, from: Data(json.utf8))
        let chat = try #require(ChatID("01900000-0000-7000-0000-00000000000a"))
        #expect(
            SearchResultFormatter.lines(answer, chatNames: [chat: "Sara L"], time: time, style: .plain) == [
                "1. Sara in Sara L, Thu 5 Mar 2026 14:12", "   my knee", "   hurts ␛[2J",
            ]
        )
        #expect(
            SearchResultFormatter.lines(answer, chatNames: [chat: "Sara"], time: time, style: .plain).first
                == "1. Sara, Thu 5 Mar 2026 14:12"
        )
    }

    @Test(arguments: [
        (
            "high both, medium semantic, low semantic, low semantic",
            ["fits well", "may fit", "2 more hardly fit; --all."]
        ),
        (
            "low semantic, low semantic, low semantic, low semantic",
            [
                "Nothing fits well. The closest:", "hardly fits", "hardly fits", "hardly fits",
                "1 more hardly fits; --all.",
            ]
        ),
        // The words were found.
        ("low text", ["hardly fits"]),
        ("low semantic", ["Nothing fits well. The closest:", "hardly fits"]),
    ]) func searchHasABottomAndSaysHowSureItIs(found: String, shown: [String]) throws {
        let results = found.split(separator: ", ").map { words in
            let words = words.split(separator: " ").map(String.init)
            return SearchResult(
                messageId: ID(high: 1, low: 1),
                chatId: ID(high: 1, low: 2),
                clientMessageId: "c",
                senderId: ID(high: 1, low: 3),
                senderName: "Sara",
                text: "t",
                sentAt: Timestamp(milliseconds: 0),
                score: 0.5,
                match: SearchResult.Match(rawValue: words[1]) ?? .both,
                confidence: SearchResult.Confidence(rawValue: words[0])
            )
        }
        let answer = SearchResponse(results: results, mode: .hybrid)
        let lines = SearchResultFormatter.lines(answer, chatNames: [:], time: time, style: .plain, all: "; --all")
        #expect(lines.filter { $0 != "   t" }.map { $0.split(separator: "  ").last.map(String.init) } == shown)
        let all = SearchResultFormatter.lines(answer, chatNames: [:], time: time, style: .plain)
        #expect(all.count == 2 * results.count)
    }

    @Test(
        arguments: [
            (0, "0.000"), (1, "1.000"), (0.0004, "0.000"), (0.0005, "0.001"), (-0.25, "-0.250"), (12.3456, "12.346"),
            (.infinity, "?"), (.nan, "?"), (1e300, "?"),
        ] as [(Double, String)]
    ) func scoresHaveThreeDecimals(value: Double, text: String) {
        #expect(SearchResultFormatter.score(value) == text)
    }

    @Test func needsInWords() throws {
        let report = AnswerFormatter(time: time, style: .plain)
        #expect(report.needs(.notFound(about: "client", name: "V\u{1B}")) == ["There's no client called V␛."])
        let json = """
            {"kind":"selection","about":"client","prompt":"Which Mike?",
             "options":[{"id":"1","title":"Mike Chen","subtitle":"mike@example.com"}]}
            """
        let selection = try JSONDecoder().decode(Needs.self, from: Data(json.utf8))
        #expect(report.needs(selection) == ["Which Mike?", "  1. Mike Chen  mike@example.com"])
        #expect(AnswerFormatter.repeats(selection, in: "Which Mike? Mike Chen"))
        #expect(!AnswerFormatter.repeats(selection, in: "Which Mike?"))
        #expect(!AnswerFormatter.repeats(.refusal(reason: "no"), in: ""))
    }

    @Test func anAnswerWithoutDeltasIsPrintedAtItsEnd() throws {
        let json = """
            {"conversationId":"01900000-0000-7000-0000-0000000000a1","messageId":"01900000-0000-7000-0000-0000000000b2",
             "text":"Hi.","citations":[],"proposals":[],"model":"x","usage":{"inputTokens":1,"outputTokens":2}}
            """
        let answer = try JSONDecoder().decode(AssistantAnswer.self, from: Data(json.utf8))
        var whole = AnswerAccumulator()
        #expect(whole.feed(.completed(answer)) == "Hi.")
        var pieces = AnswerAccumulator()
        #expect(pieces.feed(.textDelta("Hi\u{1B}.")) == "Hi␛.")
        #expect(pieces.feed(.completed(answer)) == "")
    }

    /// However a model's text is cut in pieces.
    @Test(arguments: [
        ("**knee** hurts", "<knee> hurts"), ("a **b** c **d**", "a <b> c <d>"), ("2 ** 3", "2 ** 3"),
        ("* item", "* item"),
        ("## Plan\nRest", "<Plan>\nRest"), ("#1 of them", "#1 of them"), ("***both***", "<*both>*"),
        ("open **end", "open <end>"),
        ("**a\nb", "<a>\nb"),
    ]) func boldIsShownAndItsMarksAreNot(text: String, shown: String) {
        func run(_ pieces: [String], _ style: Style) -> String {
            var markdown = MarkdownText(style: style)
            return pieces.map { markdown.feed($0) }.joined() + markdown.end()
        }
        let styled = shown.replacing("<", with: "\u{1B}[1m").replacing(">", with: "\u{1B}[0m")
        let plain = shown.replacing("<", with: "").replacing(">", with: "")
        for pieces in [[text], text.map { String($0) }] {
            #expect(run(pieces, Style(isEnabled: true)) == styled)
            #expect(run(pieces, .plain) == plain)
        }
    }

    @Test func whatIsDoneAtOnceIsNotAnnounced() {
        var answer = AssistantAnswer.example
        let proposal = ProposalResponse.example.proposal
        answer.proposals = [proposal]
        let summary = proposal.summary
        answer.text = "I have prepared this:\n\(summary)\nNothing has happened yet: confirm it or cancel it."
        #expect(AnswerFormatter.text(whenDone: answer) == "")
        answer.text =
            "Sara asked for it.\n\nI have prepared this:\n\(summary)\nNothing has happened yet: confirm it or cancel it."
        #expect(AnswerFormatter.text(whenDone: answer) == "Sara asked for it.")
        answer.text = "All clear."
        #expect(AnswerFormatter.text(whenDone: answer) == "All clear.")
    }

    @Test func sourcesDoNotRepeatTheAnswer() throws {
        let citation = try #require(AssistantAnswer.example.citations.first)
        let report = AnswerFormatter(time: time, style: .plain)
        #expect(report.citations([citation])[0].contains(citation.quote))
        #expect(!report.citations([citation], of: "Sara: “\(citation.quote)” [1]")[0].contains("“"))
    }

    /// What a screen tells to type is a command of the chat.
    @Test func hintsNameCommandsThatExist() throws {
        let sources = Repository.root.appending(path: "Sources/Clients/Terminal")
        let files = FileManager.default.enumerator(atPath: sources.path)
        var seen: Set<String> = []
        while let name = files?.nextObject() as? String {
            guard name.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            for line in text.split(separator: "\n")
            where line.contains("\"") && !line.drop(while: \.isWhitespace).hasPrefix("//") {
                for word in line.split(whereSeparator: { " (`\",".contains($0) }) where word.hasPrefix("/") {
                    let command = word.prefix { $0 == "/" || $0.isLetter }
                    guard command.dropFirst().allSatisfy(\.isLetter), command.count > 1, command == command.lowercased()
                    else { continue }
                    seen.insert(String(command))
                }
            }
        }
        #expect(seen.count > 10)
        #expect(seen.subtracting(SlashCommand.names) == [])
    }

    @Test func screenPrintsAboveTheTypedLine() {
        let written = RecordedOutput()
        var screen = Screen(isInteractive: true, style: .plain, columns: { 40 }, write: { written.add($0) })
        var editor = LineEditor()
        _ = editor.handle(.text("typing this"))
        screen.refresh(prompt: "Sara> ", editor: editor)
        screen.print(["09:15 Sara: hi"], editor: editor)
        let row = "\r\u{1B}[KSara> typing this\r\u{1B}[17C"
        #expect(written.all == [row, "\r\u{1B}[K09:15 Sara: hi\r\n" + row])
        screen.refresh(prompt: "Sara> ", editor: editor)
        #expect(written.all.count == 2, "nothing changed, nothing drawn")
    }

    @Test func withoutATerminalThereAreOnlyLines() {
        let written = RecordedOutput()
        var screen = Screen(isInteractive: false, style: .plain, columns: { 40 }, write: { written.add($0) })
        screen.refresh(prompt: "Sara> ", editor: LineEditor())
        screen.print(["a", "b"], editor: LineEditor())
        #expect(written.all == ["a\nb\n"])
    }

    @Test func linesFromAPipe() {
        var cutter = TerminalInput.LineSplitter()
        #expect(cutter.feed(Array("one\ntwo\nth".utf8)) == ["one", "two"])
        #expect(cutter.feed(Array("ree".utf8)).isEmpty)
        #expect(cutter.end() == "three")
        #expect(cutter.end() == nil)
    }
}
