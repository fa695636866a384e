import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

/// docs/scripting.md tells what comes: every script of it runs, and every JSON has the shape that it shows.
@Suite(.longTimeLimit) struct ScriptingPageTests {
    private let page: ScriptingPage

    init() throws { page = try ScriptingPage() }

    @Test func everyExampleRuns() async throws {
        let world = try await HelpWorld()
        let prepared = try await world.shell(
            """
            echo "See you on Friday" >note.txt
            spotter tail --json --since events.jsonl --no-follow >>events.jsonl
            spotter send sara --file squat.mp4 "https://example.com/squat" && echo /quit | spotter chat >chats.txt
            """
        )
        #expect(prepared.status == 0, "\(prepared.output)")
        for example in page.examples {
            let outcome = try await world.shell("{ \(example.script)\n} 2>errors.txt")
            let errors = try await world.shell("cat errors.txt").output
            #expect(outcome.status == 0, "\(example.script): \(outcome.output) \(errors)")
            guard let shown = example.output else { continue }
            let printed = ScriptingPage.printed(
                example.script.contains(">>events.jsonl")
                    ? try await world.shell("cat events.jsonl").output : outcome.output
            )
            for value in shown { compare(value, with: printed, of: example.script) }
        }
        // The bot has answered, once and to the question.
        let answers = try await world.shell(
            "spotter tail sara -n 10 --no-follow --json | jq -r 'select(.message.replyTo) | .message.clientMessageId'"
        )
        #expect(
            answers.output.split(separator: "\n").filter { $0.hasPrefix("agenda-") }.count == 1,
            "\(answers.output)"
        )
        await world.end()
    }

    private func compare(_ shown: JSONValue, with printed: [JSONValue], of script: String) {
        let real = printed.first { $0["type"] == shown["type"] }
        switch (shown["type"]?.string, real) {
        case ("positions"?, let real?):
            // Below are the ids of chats.
            #expect(Set(real.object.map { $0.keys.map(\.self) } ?? []) == ["type", "positions"], "\(real.text)")
        case (_, let real?):
            // Only of messages that were imported.
            let differences = JSONShape.differences(shown, real).filter { !$0.contains(".imported:") }
            #expect(differences == [], "\(script): \(real.text)")
        case (let type?, nil): expectFrame(shown, type)
        case (nil, nil): Issue.record("\(script) printed nothing like \(shown.text)")
        }
    }

    /// What nobody does in this test is at least a frame of the socket, with names.
    private func expectFrame(_ shown: JSONValue, _ type: String) {
        var members = shown.object ?? [:]
        members["chatName"] = nil
        members["userName"] = nil
        let event = try? ServerEvent(frame: JSONValue.object(members).text)
        let printed = event.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
        #expect(printed.flatMap { JSONValue.parse($0) } == .object(members), "\(type): \(printed ?? "no event")")
        if case .other? = event { Issue.record("\(type) is no frame of the socket") }
    }
}
