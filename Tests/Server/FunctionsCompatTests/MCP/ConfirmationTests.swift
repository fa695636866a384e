import AsyncHTTPClient
import Domain
import NIOHTTP1
import ServerTestKit
import Testing

/// What changes something is done once, after its owner has accepted exactly that.
@Suite struct ConfirmationTests {
    static let message: JSONValue = ["person": "Sara", "text": "On my way"]
    private static let session: JSONValue = [
        "person": "Sara", "start": "2026-03-12T15:00", "type": "training", "minutes": 60,
    ]

    @Test func theQuestionSaysEverything() async throws {
        try await StudioFixture.open { studio in
            let asked = try await MCPHost(studio).call("schedule", Self.session)
            let question = try #require(asked.question)
            #expect(question.contains("Alex Moore"))
            #expect(question.contains("Thu 12 Mar 15:00 (New York) = 20:00 Stockholm, 60 min"))
            // Nothing has happened but a proposal.
            #expect(try await studio.events().isEmpty)
            let proposals = try await studio.proposals()
            #expect(proposals.map { $0["state"] } == ["pending"])

            let early = try await MCPHost(studio).call(
                "schedule",
                ["person": "Sara", "start": "2026-03-15T05:30", "type": "call"]
            )
            #expect(early.question?.contains("Please check:") == true)
        }
    }

    @Test func aLongMessageIsShownWhole() async throws {
        try await StudioFixture.open { studio in
            let text = String(repeating: "many words ", count: 60) + "and the end"
            let asked = try await MCPHost(studio).call("message", ["person": "Sara", "text": .string(text)])
            #expect(asked.question?.contains("and the end") == true)
        }
    }

    @Test(arguments: [
        ("message", message), ("schedule", session),
        ("remind", ["text": "Send the plan", "start": "tomorrow at 9am"] as JSONValue),
    ])
    func anAnswerThatComesAgainDoesNothingAgain(_ tool: String, _ arguments: JSONValue) async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let asked = try await host.call(tool, arguments)
            let done = try await host.resume(tool, arguments, state: asked.state, action: "accept")
            #expect(done.result?["resultType"] == "complete")
            #expect(!done.isToolError && done.structured?["done"] == true)
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await host.resume(tool, arguments, state: asked.state, action: "accept").structured ?? .null
                    }
                }
                return try await group.reduce(into: Set<JSONValue>()) { $0.insert($1) }
            }
            #expect(answers == [done.structured ?? .null])
            #expect(try await Self.count(studio) == 1)
            // Declining afterwards takes nothing back.
            let late = try await host.resume(tool, arguments, state: asked.state, action: "decline")
            #expect(late.isToolError)
            #expect(try await studio.audit().compactMap { $0["door"]?.string } == ["mcp", "mcp"])
        }
    }

    @Test func aCallThatComesAgainIsOneProposal() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let asked = try await host.call("message", Self.message)
                        _ = try await host.resume("message", Self.message, state: asked.state, action: "accept")
                    }
                }
                try await group.waitForAll()
            }
            // Calls that came after one was done are new wishes, which their user accepted, too; none is done twice.
            let proposals = try await studio.proposals()
            #expect(proposals.allSatisfy { $0["state"] == "executed" })
            #expect(try await studio.messages(as: studio.sara).count == proposals.count)

            let first = try await host.call("message", ["person": "Sara", "text": "Again"])
            let second = try await host.call("message", ["person": "Sara", "text": "Again"])
            #expect(first.state == second.state)
        }
    }

    @Test func onlyWhatWasShownIsAccepted() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let asked = try await host.call("message", Self.message)
            let other: JSONValue = ["person": "Sara", "text": "Something else"]
            func refused(_ answer: MCPAnswer) -> Bool { answer.status == 400 && answer.code == -32602 }
            #expect(refused(try await host.resume("message", other, state: asked.state, action: "accept")))
            #expect(refused(try await host.resume("remind", Self.message, state: asked.state, action: "accept")))
            #expect(refused(try await host.resume("message", Self.message, state: asked.state, action: "yes")))
            for forged in Self.forgeries(of: asked.state.string ?? "") {
                #expect(refused(try await host.resume("message", Self.message, state: forged, action: "accept")))
            }
            // Another user, and another key of the same user.
            for thief in [MCPHost(studio, as: studio.sara), try await MCPHost(studio, scopes: [.messagesWrite])] {
                #expect(refused(try await thief.resume("message", Self.message, state: asked.state, action: "accept")))
            }
            #expect(try await studio.messages(as: studio.sara).isEmpty)
            #expect(try await studio.proposals().map { $0["state"] } == ["pending"])
        }
    }

    private static func forgeries(of state: String) -> [JSONValue] {
        let parts = state.split(separator: ".")
        guard parts.count == 3 else { return [] }
        let flipped = parts[2].last == "0" ? "1" : "0"
        return [
            "", "..", 7, .object([:]), .string(String(state.dropLast())),
            .string("\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(flipped)"),
            .string("\(parts[0]).9999999999999.\(parts[2])"), .string("\(parts[0]).\(parts[1]).\(parts[2]).x"),
            .string("\(parts[0]).-1."), .string(String(repeating: "a", count: 10_000)),
        ]
    }

    @Test func decliningCancelsAndClosingLeavesItToLater() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let first = try await host.call("message", Self.message)
            let declined = try await host.resume("message", Self.message, state: first.state, action: "decline")
            #expect(declined.structured?["state"] == "cancelled" && declined.structured?["done"] == false)
            #expect(try await host.resume("message", Self.message, state: first.state, action: "accept").isToolError)

            let second = try await host.call("message", Self.message)
            let closed = try await host.resume("message", Self.message, state: second.state, action: "cancel")
            #expect(closed.structured?["state"] == "pending")
            let id = try #require(closed.structured?["proposalId"]?.string)
            #expect(closed.text.contains("spotter confirm \(id)"))
            #expect(try await studio.messages(as: studio.sara).isEmpty)
            // It is confirmed natively, and the host's late answer says so without doing it again.
            let path = "/v1/assistant/proposals/\(id)/confirm"
            #expect(try await studio.server.request("POST", path, as: studio.alex).status == 200)
            let late = try await host.resume("message", Self.message, state: second.state, action: "accept")
            #expect(late.structured?["done"] == true)
            #expect(try await studio.messages(as: studio.sara).count == 1)
        }
    }

    @Test func aHostThatCannotAskOnlyProposes() async throws {
        try await StudioFixture.open { studio in
            for capabilities in [.object([:]), ["elicitation": ["url": .object([:])]]] as [JSONValue] {
                let answer = try await MCPHost(studio).call("message", Self.message, capabilities: capabilities)
                #expect(answer.result?["resultType"] == "complete")
                #expect(answer.structured?["done"] == false && answer.structured?["state"] == "pending")
            }
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }

    private static func count(_ studio: StudioFixture) async throws -> Int {
        let messages = try await studio.messages(as: studio.sara).count
        return try await messages + studio.reminders().count + studio.events().count
    }
}
