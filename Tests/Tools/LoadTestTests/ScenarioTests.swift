import Domain
import Foundation
import PostgreSQLTestKit
import Synchronization
import TestSupport
import Testing

@testable import LoadTest

/// Every scenario in miniature, against the built server in a process of its own.
@Suite(.longTimeLimit, .serialized)
struct ScenarioTests {
    private func options() throws -> LoadOptions {
        var options = LoadOptions(executable: try BuiltExecutable.spotter.path)
        // Where there is no model: this is about messages.
        options.serverEnvironment["SPOTTER_MODEL_DIR"] = "/nonexistent"
        options.duration = .milliseconds(300)
        options.warmUp = .milliseconds(50)
        var sizes = LoadOptions.Sizes()
        (sizes.pairs, sizes.streams, sizes.streamWindow) = (3, 4, 5)
        (sizes.groups, sizes.members, sizes.groupRate, sizes.groupSenders, sizes.groupWindows) = (2, 5, 50, 2, [3, 6])
        (sizes.idleConnections, sizes.historyMessages, sizes.historyReaders) = (10, 450, 2)
        (sizes.returningClients, sizes.kills, sizes.killPairs, sizes.killWindow) = (6, 2, 3, 4)
        sizes.busyRate = 60
        (sizes.searchableRate, sizes.searchableBurst) = (40, 20)
        options.sizes = sizes
        return options
    }

    private func run(_ scenario: Scenario, _ options: LoadOptions? = nil) async throws -> [ScenarioReport] {
        var reports: [ScenarioReport] = []
        try await scenario.run(try options ?? self.options()) { reports.append($0) }
        return reports
    }

    @Test(arguments: [Scenario.s1, .s2, .s3])
    func everyMessageArrivesOnce(scenario: Scenario) async throws {
        let reports = try await run(scenario)
        #expect(reports.count == (scenario == .s3 ? 6 : 1))
        for report in reports {
            #expect((report.missing, report.duplicated, report.outOfOrder) == (0, 0, 0), "\(report)")
            #expect((report.messagesPerSecond ?? 0) > 0 && (report.p50Ms ?? 0) > 0, "\(report)")
            #expect((report.p50Ms ?? 0) <= (report.p99Ms ?? 0) && (report.p99Ms ?? 0) <= (report.p999Ms ?? 0))
        }
    }

    /// The two of a pair are at different servers.
    @Test func everyMessageArrivesOnceOverSeveralServers() async throws {
        var options = try options()
        (options.database, options.nodes) = (try PostgreSQLTestServer.shared.makeDatabase(), 2)
        let report = try #require(try await run(.s2, options).first)
        #expect((report.missing, report.duplicated, report.outOfOrder) == (0, 0, 0), "\(report)")
        #expect((report.messagesPerSecond ?? 0) > 0 && report.databaseCpuSecondsPer100k != nil, "\(report)")
    }

    /// However short the moment, or slow the machine: what is measured holds a message, a search, a reconnection.
    @Test func noMomentIsTooShort() async throws {
        var options = try options()
        (options.duration, options.warmUp) = (.zero, .zero)
        for scenario in [Scenario.s1, .s2, .s5, .s6, .searchable] {
            for report in try await run(scenario, options) {
                let count = report.messagesPerSecond ?? report.loginsPerSecond ?? Double(report.acked ?? 0)
                #expect(count > 0, "\(report)")
            }
        }
        var settings = Soak.Settings()
        (settings.duration, settings.pairs, settings.groupMembers) = (.zero, 1, 3)
        #expect(try await Soak(options, settings).run { _ in }.reconnections > 0)
        #expect((ScenarioReport.rate(1, 3), ScenarioReport.rate(1000, 3)) == (0.333, 333))
    }

    /// Whatever the ids are, and with messages that are already there.
    @Test func growthIsMeasuredByStep() async throws {
        #expect(Growth.steps(upTo: 0) == [0])
        #expect(Growth.steps(upTo: 1_000_000) == [0, 100_000, 1_000_000])
        #expect(Growth.steps(upTo: 2_500_000) == [0, 100_000, 1_000_000, 2_500_000])
        var options = try options()
        (options.clientIDs, options.usesModel) = (.random, false)
        var reports: [ScenarioReport] = []
        try await Growth(options).run([0, 400], report: { reports.append($0) }, progress: { _ in })
        #expect(reports.map(\.scenario) == ["s2 at 0", "s1 at 0", "s2 at 400", "s1 at 400"])
        for report in reports {
            #expect((report.missing, report.duplicated, report.outOfOrder) == (0, 0, 0), "\(report)")
            #expect((report.messagesPerSecond ?? 0) > 0 && (report.p50Ms ?? 0) > 0, "\(report)")
            #expect(report.description.hasSuffix("random client ids, model off"))
        }
        #expect(reports.allSatisfy { $0.scenario.hasPrefix("s2") || ($0.diskBytesPerMessage ?? 0) > 100 })
    }

    /// Without a model, by words only.
    @Test func everyMessageIsFound() async throws {
        let reports = try await run(.searchable)
        #expect(reports.map(\.scenario) == ["searchable-steady", "searchable-burst"])
        for report in reports {
            let found = try #require(report.foundByWords)
            #expect(found.messages > 0 && found.neverFound == 0, "\(report)")
            #expect(report.missing == 0 && report.foundByMeaning == nil, "\(report)")
        }
    }

    @Test func idleConnectionsAreCountedInMemory() async throws {
        let report = try #require(await run(.s4).first)
        #expect((report.loginsPerSecond ?? 0) > 0)
        #expect(report.bytesPerConnection != nil && report.anonymousBytesPerConnection != nil)
        #expect(report.notes.allSatisfy { !$0.contains("not all") }, "\(report)")
    }

    /// Each that talks in its own way: to and fro, as much as goes, cut and back again, too slow to keep up.
    @Test(arguments: TestLength.choose([Scenario.s1, .slowReader], full: [.s1, .s2, .s5, .slowReader]))
    func overTLSNothingDiffers(scenario: Scenario) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let files = try TestCertificate.one.write(to: folder.path)
        var options = try options()
        options.serverOptions = ["--tls-certificate", files.certificate, "--tls-key", files.key]
        options.serverEnvironment["SPOTTER_LIMIT_QUEUED_BYTES"] = "65536"
        options.sizes.busyRate = 300
        for report in try await run(scenario, options) {
            #expect((report.missing ?? 0, report.duplicated ?? 0, report.outOfOrder ?? 0) == (0, 0, 0), "\(report)")
            if scenario == .slowReader { #expect((report.cutOffBytes ?? 0) > 0, "\(report)") }
        }
    }

    @Test func historyIsReadWhole() async throws {
        let reports = try await run(.s5)
        #expect(reports.map(\.scenario) == ["s5-history", "s5-resume"])
        let read = try #require(reports.first?.messagesRead)
        #expect(read >= 2 * 450 && read.isMultiple(of: 450), "each reader reads all of it")
        #expect((reports.first?.messagesPerSecond ?? 0) > 0)
        let resume = try #require(reports.last)
        #expect((resume.missing, resume.duplicated, resume.outOfOrder) == (0, 0, 0))
        #expect((resume.allDoneMs ?? 0) > 0)
    }

    @Test func nothingAckedIsLostByAKill() async throws {
        let report = try #require(await run(.s6).first)
        #expect((report.acked ?? 0) > 0)
        #expect((report.ackedLost, report.duplicated) == (0, 0), "\(report)")
    }

    @Test func aSlowReaderIsCutOffAndComesBack() async throws {
        var options = try options()
        // Small, so that the bound is reached soon.
        options.serverEnvironment["SPOTTER_LIMIT_QUEUED_BYTES"] = "65536"
        options.sizes.busyRate = 300
        let report = try #require(await run(.slowReader, options).first)
        #expect((report.cutOffBytes ?? 0) > 0, "\(report)")
        #expect((report.missing, report.duplicated, report.outOfOrder) == (0, 0, 0), "\(report)")
    }

    @Test func aSoakEndsWithSlopes() async throws {
        var settings = Soak.Settings()
        (settings.duration, settings.interval) = (.milliseconds(600), .milliseconds(100))
        (settings.pairs, settings.pairRate, settings.groupMembers, settings.groupRate) = (3, 50, 5, 50)
        (settings.returning, settings.churn) = (2, .milliseconds(20))
        let samples = Mutex(0)
        let report = try await Soak(try options(), settings).run { _ in samples.withLock { $0 += 1 } }
        #expect((report.missing, report.duplicated, report.outOfOrder) == (0, 0, 0), "\(report)")
        #expect(report.reconnections > 0 && report.slopesPerHour.residentBytes != nil)
        #expect(samples.withLock { $0 } > 1)
    }

    @Test func aHostileAccountIsMeasured() async throws {
        var options = try options()
        options.serverNiceness = 5
        var settings = HostileLoad.Settings()
        (settings.pairs, settings.sendRate, settings.readRate) = (3, 20, 60)
        settings.attackWarmUp = .milliseconds(100)
        let report = try await HostileLoad(options, settings).run { target in
            // In this process, on a thread of its own.
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try HostileClient(target).run() }) }
            }
        }
        #expect(report.kinds.map(\.name) == ["send", "REST"])
        #expect(report.kinds.allSatisfy { $0.count > 0 && $0.hostileP50Ms <= $0.hostileP99Ms }, "\(report)")
        #expect(report.residentBytes > 0 && report.residentBytesWithWorkers >= report.residentBytes)
        #expect(Set(report.deeds.keys) == Set(HostileAttack.allCases.map(\.rawValue)), "each attack began")
    }

    /// The check itself: a message that somebody didn't get, got twice, or got late shows.
    @Test func whatIsMissingShows() {
        func outcome(_ acked: Int, _ delivered: Int, _ outOfOrder: Int = 0) -> LoadSocket.Outcome {
            let socket = LoadSocket(key: 1, plan: SocketPlan(token: "", chat: ChatID(high: 0, low: 1)), text: "")
            (socket.acked, socket.delivered, socket.outOfOrder) = (acked, delivered, outOfOrder)
            return socket.outcome
        }
        let check = DeliveryCheck([outcome(10, 0), outcome(0, 9), outcome(0, 12, 1), outcome(0, 10)])
        #expect((check.missing, check.duplicated, check.outOfOrder) == (1, 2, 1))
    }

    @Test func syncsAreReadFromPerf() {
        let text = """
             0.500104387,12,,syscalls:sys_enter_fdatasync,100,100.00,,
             0.500104387,1,,syscalls:sys_enter_fsync,100,100.00,,
             1.000204387,<not counted>,,syscalls:sys_enter_fdatasync,0,100.00,,
             1.000000000,7,,syscalls:sys_enter_fsync,0,100.00,,
            """
        #expect(FsyncCounter.rate(of: text).map { Int($0.rounded()) } == 20)
        #expect(FsyncCounter.rate(of: "perf: not allowed\n") == nil)
    }

    @Test func slopesAreLeastSquares() {
        var trend = Trend()
        #expect(trend.slopePerHour == nil)
        for second in 0..<10 { trend.add(at: Double(second), 3 + 2 * Double(second)) }
        #expect(trend.slopePerHour.map { abs($0 - 7200) < 1e-6 } == true)
    }
}
