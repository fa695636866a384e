import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Every example of every `--help` is run in the demo's world.
@Suite(.longTimeLimit)
struct HelpExampleTests {
    /// `--help` wraps at 80 columns, which would break a command in the middle.
    @Test func noExampleIsBroken() async throws {
        for (words, discussion) in try await HelpText.read().commands {
            for line in discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(line.count <= 79, "\(words.joined(separator: " ")): \(line)")
            }
        }
    }

    @Test func everyExampleIsKnown() async throws {
        var left = Set(HelpExamples.outcomes.keys)
        for (_, discussion) in try await HelpText.read().commands {
            let examples = HelpText.examples(in: discussion)
            left.subtract(examples)
            let unknown = examples.filter { HelpExamples.outcomes[$0] == nil }
            #expect(unknown.isEmpty, "not in HelpExamples: \(unknown)")
        }
        #expect(left.isEmpty, "no command has these examples any more")
    }

    /// Each part has some of the commands, one after the other, and a world of its own.
    @Test(arguments: TestLength.choose([11, 27], full: Array(0..<parts))) func everyExampleDoesWhatItSays(
        part: Int
    )
        async throws
    {
        let commands = try await HelpText.read().commands
        var shared: HelpWorld?
        let places = commands.count * part / Self.parts..<commands.count * (part + 1) / Self.parts
        for (words, discussion) in commands[places] {
            let known = HelpText.examples(in: discussion).compactMap { example in
                HelpExamples.outcomes[example].map { (example, $0) }
            }
            guard known.contains(where: { $0.1.isRun }) else { continue }
            let world: HelpWorld = if let shared { shared } else { try await HelpWorld() }
            shared = world
            for case (let example, .prints(let expected, let status, let before, let suffix)) in known {
                if let before {
                    let outcome = try await world.run(before)
                    #expect(outcome.status == 0, "before \(example): \(outcome.output)")
                }
                let outcome = try await world.run(example + suffix, expecting: expected)
                #expect(
                    (status ?? outcome.status) == outcome.status && outcome.output.contains(expected),
                    "\(words.joined(separator: " ")): \(example): \(outcome.status) \(outcome.output.prefix(600))"
                )
            }
            guard Self.changes(words) else { continue }
            await world.end()
            shared = nil
        }
        await shared?.end()
    }

    private static let parts = 32

    /// Whether the examples of a command leave a world in which others wouldn't hold.
    private static func changes(_ words: [String]) -> Bool {
        let changing = [
            "login", "logins", "logout", "invite", "accept", "contacts", "group", "confirm", "restore", "user", "audit",
            "prospect", "template", "account",
        ]
        return !Set(words).isDisjoint(with: changing) || words == ["spotter", "admin", "registration"]
    }
}
