import Domain
import LanguageModels
import ModelTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import ModelProxy

/// What a request has used is in the ledger before its client can know that it is over.
@Suite(.standardTimeLimit) struct SettlementTests {
    private typealias Fixture = ChargedExchanges

    private static func expect(_ charged: ModelUsageTotals, is usage: ModelUsage) {
        #expect(charged.requests == 1)
        #expect(charged.inputTokens == usage.inputTokens && charged.outputTokens == usage.outputTokens)
    }

    /// The provider keeps its connection open after `[DONE]`, which a client takes for the end.
    @Test func whoReadsThatAStreamIsDoneFindsItCharged() async throws {
        let pieces = Fixture.answer.pieces.count
        try await Fixture.run([Fixture.answer.cut(after: pieces, .hang)]) { fixture in
            let stream = try await fixture.stream()
            #expect(await stream.read(until: "[DONE]").contains("[DONE]"))
            Self.expect(try await fixture.charged(), is: Fixture.used)
        }
    }

    /// A client that leaves while the use is written leaves with what it was sent before. The end isn't among that.
    @Test func aStreamEndsAfterItsUseIsWritten() async throws {
        let broken = Fixture.answer.cut(after: Fixture.answer.pieces.count - 1, .complete)
        // Without the end that a model gives it.
        try await Fixture.run([broken.without("\"finish_reason\":\"stop\"")]) { fixture in
            let stream = try await fixture.stream()
            fixture.writes.hold()
            let reading = Task { await stream.read() }
            await fixture.writes.arrived()
            reading.cancel()
            #expect(!(await reading.value).contains("model_interrupted"))
            fixture.writes.release()
            await fixture.running.shutdown()
            Self.expect(try await fixture.charged(), is: Fixture.used)
        }
    }

    /// An answer, or an error in its place.
    @Test(arguments: [200, 429]) func nothingIsToldBeforeItIsWritten(status: Int) async throws {
        let usage: JSONValue = ["prompt_tokens": 12, "completion_tokens": 7]
        let whole = ScriptedResponse.json(["choices": [["message": ["content": "Three"]]], "usage": usage])
        try await Fixture.run([status == 200 ? whole : .error(status, "slow down")]) { fixture in
            let exchange = try await fixture.exchange(stream: false)
            fixture.writes.hold()
            let asking = Task { try await exchange.answer() }
            await fixture.writes.arrived()
            asking.cancel()
            await #expect(throws: CancellationError.self) { try await asking.value }
            fixture.writes.release()
            await fixture.running.shutdown()
            let charged = try await fixture.charged()
            if status == 200 { Self.expect(charged, is: Fixture.used) } else { #expect(charged.requests == 0) }
        }
    }

    /// The provider's count has come, and its end hasn't.
    @Test func aClientThatLeavesAfterTheCountIsChargedByIt() async throws {
        let response = Fixture.answer.cut(after: Fixture.answer.pieces.count - 1, .hang)
        try await Fixture.run([response]) { fixture in
            let stream = try await fixture.stream()
            _ = await stream.read(until: "completion_tokens")
            stream.cancel()
            await fixture.running.shutdown()
            Self.expect(try await fixture.charged(), is: Fixture.used)
        }
    }

    @Test func whoLeavesBeforeTheProviderIsAskedIsChargedNothing() async throws {
        try await Fixture.run([]) { fixture in
            let exchange = try await fixture.exchange()
            exchange.cancellation.cancel()
            await #expect(throws: CancellationError.self) { try await exchange.answer() }
            await fixture.running.shutdown()
            #expect(try await fixture.charged().requests == 0)
            #expect(fixture.provider.requests.isEmpty)
        }
    }

    /// What has come is charged by an estimate, not by the reservation.
    @Test func aServerThatStopsWaitsForWhatGoesOn() async throws {
        try await Fixture.run([Fixture.answer.cut(after: 3, .hang)]) { fixture in
            let stream = try await fixture.stream()
            _ = await stream.read(until: "three")
            fixture.writes.hold()
            let stopping = Task { await fixture.running.shutdown() }
            await fixture.writes.arrived()
            fixture.writes.release()
            await stopping.value
            #expect(try await (1...20).contains(fixture.charged().outputTokens))
            // What comes too late isn't asked any more.
            let late = try await fixture.exchange()
            await #expect(throws: CancellationError.self) { try await late.answer() }
            await fixture.running.shutdown()
            #expect(try await fixture.charged().requests == 1)
            #expect(fixture.provider.requests.count == 1)
        }
    }
}

extension ScriptedResponse {
    /// Without the pieces that hold these words.
    fileprivate func without(_ words: String) -> ScriptedResponse {
        var response = self
        response.pieces = pieces.filter { !String(decoding: $0, as: UTF8.self).contains(words) }
        return response
    }
}
