import Domain
import Hummingbird
import HummingbirdCore
import NIOCore
import Testing

@testable import Gateway

@Suite struct RequestsUnderWayTests {
    private let counts = RequestsUnderWay<String>(maxRequests: 2, maxStreams: 1)

    @Test func eachKeyHasItsOwn() throws {
        var places = [try counts.begin("alex"), try counts.begin("alex")]
        #expect(throws: SpotterError.self) { try counts.begin("alex") }
        places.append(try counts.begin("sara"))
        places.removeFirst()
        places.append(try counts.begin("alex"))
        #expect(counts.count == 2)
        places = []
        #expect(counts.count == 0, "nothing is kept of who has nothing under way")
    }

    @Test func whoHasNoRoomIsToldWithoutBeingCounted() throws {
        try counts.requireRoom(for: "alex")
        let places = [try counts.begin("alex"), try counts.begin("alex")]
        #expect(throws: SpotterError.self) { try counts.requireRoom(for: "alex") }
        try counts.requireRoom(for: "sara")
        #expect(counts.count == 1)
        withExtendedLifetime(places) {}
    }

    @Test func streamsCountApart() throws {
        var places = [try counts.begin("alex"), try counts.begin("alex"), try counts.beginStream("alex")]
        #expect(places.count == 3)
        #expect(throws: SpotterError.self) { try counts.beginStream("alex") }
        places = []
        #expect(counts.count == 0)
    }

    @Test func theRefusalSaysWhenToComeBack() throws {
        let places = [try counts.begin("alex"), try counts.begin("alex")]
        let error = #expect(throws: SpotterError.self) { try counts.begin("alex") }
        #expect(error?.code == .rateLimited && error?.retryable == true && error?.retryAfterMs == 1000)
        withExtendedLifetime(places) {}
    }

    // MARK: Answers

    private func answer(of bytes: Int) throws -> Response {
        var response = Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 1, count: bytes)))
        response.hold(try counts.begin("alex"))
        return response
    }

    @Test func aLargeAnswerHoldsItsPlaceUntilItIsTaken() async throws {
        let response = try answer(of: 1 << 20)
        #expect(counts.count == 1)
        try await response.body.write(Recorder { _ in #expect(counts.count == 1) })
        #expect(response.body.contentLength == 1 << 20)
    }

    @Test func anAnswerThatIsDroppedGivesItsPlaceBack() throws {
        _ = try answer(of: 1 << 20)
        #expect(counts.count == 0)
    }

    @Test func aSmallAnswerNeedsNoPlace() throws {
        let response = try answer(of: 1000)
        #expect(counts.count == 0)
        withExtendedLifetime(response) {}
    }

    /// So that at most a piece waits for a client that doesn't read.
    @Test func largeAnswersComeInPieces() async throws {
        var pieces: [Int] = []
        let body = PacedBody.pacing(.init(byteBuffer: ByteBuffer(repeating: 1, count: 100_000)))
        try await body.write(Recorder { pieces.append($0.readableBytes) })
        #expect(pieces == [32_768, 32_768, 32_768, 1696])
    }

    private struct Recorder: ResponseBodyWriter {
        let record: (ByteBuffer) -> Void

        mutating func write(_ buffer: ByteBuffer) async throws { record(buffer) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
