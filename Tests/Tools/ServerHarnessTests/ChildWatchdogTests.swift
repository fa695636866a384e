import TestSupport
import Testing

@testable import ServerHarness

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.standardTimeLimit) struct ChildWatchdogTests {
    @Test func whatIsLeftEndsWithIt() async throws {
        var watchdog: ChildWatchdog? = ChildWatchdog()
        let ended = try await ChildProcess.start("sleep", ["600"])
        let left = try await ChildProcess.start("sleep", ["600"])
        for child in [ended, left] { watchdog?.add(child.processID) }
        watchdog?.remove(ended.processID)
        watchdog = nil
        #expect(await left.exit() == .signal(SIGKILL))
        // Whoever has ended isn't killed: another process may have the same id.
        ended.send(signal: SIGTERM)
        #expect(await ended.exit() == .signal(SIGTERM))
    }

    /// As the processes of a PostgreSQL that hangs, which don't notice that their server has ended.
    @Test func workersThatAreStoppedEndToo() async throws {
        var watchdog: ChildWatchdog? = ChildWatchdog()
        let server = try await ChildProcess.start("/bin/sh", ["-c", "sleep 600 & echo $!; wait"])
        var lines = server.lines.makeAsyncIterator()
        let line = await lines.next()
        let worker = try #require(line.flatMap { Int32($0) })
        server.send(signal: SIGSTOP)
        kill(worker, SIGSTOP)
        watchdog?.add(server.processID)
        watchdog = nil
        #expect(await server.exit() == .signal(SIGKILL))
        await until("the worker has ended") { ProcessStatistics(pid: worker).arguments.isEmpty }
    }
}
