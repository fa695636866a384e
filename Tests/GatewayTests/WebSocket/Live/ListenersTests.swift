import NIOCore
import NIOPosix
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(10))) struct ListenersTests {
    /// The sockets of a server share its port among themselves, with nobody else's.
    @Test func aPortBelongsToOneServer() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let first = try await Listeners.open(ListenerConfiguration(), on: group, children: group) { _ in }
        let port = try #require(first.first.localAddress?.port)
        await #expect(throws: IOError.self) {
            try await Listeners.open(ListenerConfiguration(port: port), on: group, children: group) { _ in }
        }
        await first.close()
        let next = try await Listeners.open(ListenerConfiguration(port: port), on: group, children: group) { _ in }
        await next.close()
    }
}

@Suite struct HTTPDateTests {
    @Test func isWordedAsInTheStandard() {
        #expect(HTTPDate.words(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.words(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
