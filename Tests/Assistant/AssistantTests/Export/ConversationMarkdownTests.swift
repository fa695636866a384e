import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import Assistant

/// A conversation as Markdown: what people wrote is shown, and does nothing else.
@Suite struct ConversationMarkdownTests {
    private static let time = Timestamp(rfc3339: "2026-03-12T13:00:00Z") ?? .earliest

    private static func citation(_ quote: String, _ sender: String = "Sara Chen") -> Citation {
        Citation(
            messageId: MessageID(high: 1, low: 1),
            chatId: ChatID(high: 1, low: 2),
            clientMessageId: "m1",
            senderName: sender,
            sentAt: time.adding(seconds: -86_400),
            quote: quote
        )
    }

    private static func tree(
        title: String = "Knee",
        question: String = "How is she?",
        answer: String,
        citations: [Citation] = [],
        others: Int = 0
    ) -> ConversationTree {
        let id = ConversationID(high: 1, low: 1)
        let (first, second) = (TurnID(high: 1, low: 1), TurnID(high: 1, low: 2))
        var turns = [
            ConversationTurn(
                id: first,
                parentId: nil,
                role: .user,
                text: question,
                state: .completed,
                answer: nil,
                createdAt: time
            )
        ]
        for number in 0...others {
            let turn = number == others ? second : TurnID(high: 2, low: UInt64(number))
            turns.append(
                ConversationTurn(
                    id: turn,
                    parentId: first,
                    role: .assistant,
                    text: number == others ? answer : "Another one",
                    state: .completed,
                    answer: AssistantAnswer(
                        conversationId: id,
                        messageId: turn,
                        text: answer,
                        citations: citations,
                        model: "built-in"
                    ),
                    thinking: "Hidden thoughts",
                    createdAt: time.adding(seconds: 1),
                    selectedAt: number == others ? time.adding(seconds: 5) : nil
                )
            )
        }
        let head = ConversationHead(id: id, title: title, createdAt: time, updatedAt: time, revision: 1)
        let whole = ConversationTree(conversation: head, turns: turns, activeId: second, branch: [])
        return ConversationTree(conversation: head, turns: turns, activeId: second, branch: whole.branches.steps)
    }

    private static func markdown(_ tree: ConversationTree, name: String = "Alex Moore") -> String {
        ConversationMarkdown(tree, name: name, timezone: "Europe/Stockholm").text
    }

    @Test func theActiveBranchWithItsSources() {
        let quotes = [Self.citation("It's better"), Self.citation("No pain on stairs", "Mike")]
        let text = Self.markdown(
            Self.tree(answer: "She is fine. [2]\n\n# Plan\n- rest [1][2]\n- ice [7]", citations: quotes, others: 1)
        )
        #expect(
            text == #"""
                # Knee

                Conversation with Spotter, begun Thu 12 Mar 2026 14:00 (time in Stockholm). 2 of 3 messages: one branch.

                ## Alex Moore, Thu 12 Mar 2026 14:00

                How is she?

                ## Spotter (built-in), Thu 12 Mar 2026 14:00

                She is fine. [^2]

                **Plan**

                - rest [^1][^2]
                - ice \[7\]

                [^1]: *Sara Chen*, Wed 11 Mar 2026 14:00: “It's better”

                [^2]: *Mike*, Wed 11 Mar 2026 14:00: “No pain on stairs”

                """#
        )
        #expect(!text.contains("Another one") && !text.contains("Hidden"))
        let unmarked = Self.markdown(Self.tree(answer: "Sara: fine", citations: quotes))
        #expect(unmarked.contains("Sara: fine\n\nSources: [^1] [^2]\n\n[^1]:"))
    }

    static let hostile = [
        "# Heading", "a\n# Heading", "a\r\n## Heading", "a\u{2028}# Heading", "a\u{85}# b", "Title\n=====",
        "Title\n---",
        "[click](https://evil.example)", "![x](https://evil.example/x.png)", "<https://evil.example>",
        "<script>alert(1)</script>", "<a href=\"https://evil.example\">x</a>", "[^1]: forged",
        "[x]: https://evil.example",
        "[x]\n\n[x]: https://evil.example \"t\"", "```\ncode", "    indented", "| a | b |\n|---|---|",
        "&lt;b&gt; &#35; x",
        "\\# x", "\\[x](https://evil.example)", "1. a\n\n    # b", "- a\n  # b", "> # b", "* * *",
        "**bold** __b__ ~~s~~",
        "zebra [1](https://evil.example)", "[1]: forged", "[1][1](x)", "evil@evil.example", "$x$",
        "http://evil.example", "www.evil.example", "a\u{202E}b", "]\u{200B}(x)", "- [ ] todo", "1) # h", "+ # h",
        "- # h", "* ## h", "12. [a](https://evil.example)", "# [a](https://evil.example)",
        "* [x]: https://evil.example",
    ]

    /// Nothing begins a heading, link, block or HTML that this code didn't write.
    @Test(arguments: hostile)
    func nothingForges(text: String) throws {
        let quotes = [Self.citation(text, text)]
        let markdown = Self.markdown(
            Self.tree(title: text, question: text, answer: text, citations: quotes),
            name: text
        )
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count { $0.hasPrefix("# ") } == 1 && lines.count { $0.hasPrefix("## ") } == 2)
        #expect(!markdown.contains(/\[\^\d+\]\(/) && !markdown.contains(/@\w/))
        #expect(lines.count { $0.prefixMatch(of: /\[\^\d+\]:/) != nil } == 1)
        for line in lines {
            #expect(line == line.trimmed, "\(line)")
            // What is left without what is escaped, and without what this code writes itself.
            let bare = line.replacing(/\\./, with: "")
            let own = bare.replacing(/^\[\^\d+\]: \*[^*]*\*,/, with: "").replacing(/\[\^\d+\]/, with: "")
                .replacing(/^\*\*[^*]*\*\*\\?$/, with: "").replacing(/^(#[ ]|##[ ]|-[ ]|\d+\.[ ])/, with: "")
            #expect(!own.contains { "*`<>[]|~&$_{}^".contains($0) }, "\(line)")
            let start = line.replacing(/^(#[ ]|##[ ]|-[ ]|\d+\.[ ])/, with: "")
            #expect(!["#", "=", "-", "+", ":"].contains { start.hasPrefix($0) }, "\(line)")
            #expect(!bare.contains("://") && !bare.contains("www."), "\(line)")
        }
    }

    @Test func anyTextGivesTheSameStructure() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let text = random.text(upTo: 60)
            let markdown = Self.markdown(Self.tree(title: text, question: text, answer: text), name: text)
            let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count { $0.hasPrefix("#") } == 3, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("Sara's knee: today?", "sara-s-knee-today.md"), ("../../etc/passwd", "etc-passwd.md"),
            ("👍", "conversation.md"), ("", "conversation.md"), ("Knäschmerzen", "knäschmerzen.md"),
            (String(repeating: "a", count: 90), String(repeating: "a", count: 60) + ".md"),
        ]
    )
    func theFileIsNamedAfterTheTitle(title: String, name: String) {
        #expect(ConversationMarkdown.fileName(for: title, .markdown) == name)
    }
}
