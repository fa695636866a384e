import Domain
import Foundation
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct ChatControllerTests {
    private let written = RecordedOutput()
    private let folder = TemporaryFolder()

    /// A session whose server is nobody: what's tested needs none.
    private func session(isInteractive: Bool) throws -> ChatController {
        let me = User(
            id: ID(high: 1, low: 1),
            email: "alex@example.com",
            displayName: "Alex",
            role: .trainer,
            timezone: "UTC"
        )
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: me.id)
        let written = written
        return ChatController(
            model: ChatModel(me: me),
            screen: Screen(isInteractive: isInteractive, style: .plain, columns: { 40 }, write: { written.add($0) }),
            runner: EffectRunner(session: SpotterSession(api: api, deviceId: "test", cache: cache)) { _ in }
        )
    }

    @Test func whatIsTypedIsShown() throws {
        var session = try session(isInteractive: true)
        session.begin()
        #expect(session.handle(.bytes(Array("h".utf8))) == .proceed)
        #expect(session.handle(.bytes(Array("ö".utf8))) == .proceed)
        #expect(written.all.last == "\r\u{1B}[K◐ connecting> hö\r\u{1B}[16C")
    }

    @Test func commandsAreCompletedAndAnswered() throws {
        var session = try session(isInteractive: true)
        _ = session.handle(.bytes(Array("/wh\t".utf8)))
        #expect(written.all.last?.contains("/who ") == true)
        _ = session.handle(.bytes([0x0D]))
        #expect(written.all.contains { $0.contains("No chat is open.") })
    }

    @Test(arguments: [[0x04], [0x03], Array("/quit\r".utf8)] as [[UInt8]]) func endOfInputAndQuitLeave(bytes: [UInt8])
        throws
    {
        var session = try session(isInteractive: true)
        #expect(session.handle(.bytes(bytes)) == .quit(unsent: 0))
        session.end()
        #expect(written.all.last == PromptLine.clear)
    }

    @Test func controlZSuspends() throws {
        var session = try session(isInteractive: true)
        #expect(session.handle(.bytes([0x1A])) == .suspend)
    }

    @Test func aPipeIsReadByLineAndEnds() throws {
        var session = try session(isInteractive: false)
        #expect(session.handle(.bytes(Array("/wh".utf8))) == .proceed)
        #expect(session.handle(.bytes(Array("o\n/he".utf8))) == .proceed)
        #expect(written.all == ["No chat is open.\n"])
        #expect(session.handle(.bytes(Array("lp".utf8))) == .proceed)
        #expect(session.handle(.endOfBytes) == .quit(unsent: 0))
        #expect(written.all.last?.contains("/quit") == true, "the last line counts without a line feed")
    }
}
