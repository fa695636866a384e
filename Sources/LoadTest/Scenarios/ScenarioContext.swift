import Domain
import Foundation
import NIOCore

/// The server under load, and everything that scenarios do with it alike.
struct Stage: Sendable {
    let options: LoadOptions
    /// The server, where it's this run's own: it may be killed.
    let server: MeasuredServer?
    init(_ options: LoadOptions) throws {
        self.options = options
        server =
            options.address == nil
            ? try MeasuredServer(
                executable: options.executable,
                environment: options.serverEnvironment,
                options: options.serverOptions,
                isSecure: options.isSecure
            ) : nil
    }

    var address: String { server?.address ?? options.address ?? "" }
    var world: World { World(address: address) }
    var figures: ProcessFigures? { server?.figures ?? options.serverPID.map { ProcessFigures(pid: $0) } }

    /// 100 bytes, in words as people write them: the full-text index gets its share of work.
    static let text =
        "Morning! My left knee is still sore after squats, can we swap Thursday's session for a swim, please?"

    func fleet(
        _ plans: [SocketPlan],
        timedShare: Int = 1,
        keepsAckedNumbers: Bool = false
    ) async throws -> Fleet {
        var settings = LoadLoop.Settings(address: try ServerAddress(address), text: Self.text)
        if settings.address.isSecure { settings.tls = try TLSClient() }
        settings.timedShare = timedShare
        settings.keepsAckedNumbers = keepsAckedNumbers
        return try await Fleet(plans, settings, threads: options.threads)
    }

    /// Connects, lets the load run, and checks that everything arrived.
    func run(_ plans: [SocketPlan], timedShare: Int = 1) async throws -> (Measured, DeliveryCheck) {
        let fleet = try await fleet(plans, timedShare: timedShare)
        try await fleet.open()
        await fleet.beginSending()
        try await Task.sleep(for: options.warmUp)
        var measured = try await measure(fleet)
        measured.isPaced = plans.allSatisfy(\.isPaced)
        await fleet.stopSending()
        try await fleet.settle()
        let check = DeliveryCheck(await fleet.outcomes())
        await fleet.close()
        return (measured, check)
    }

    /// What happens in the measured time.
    func measure(_ fleet: Fleet) async throws -> Measured {
        try await measure(fleet) { try await Task.sleep(for: options.duration) }
    }

    func measure(_ fleet: Fleet, during body: () async throws -> Void) async throws -> Measured {
        let syncs = figures.flatMap { SyncMeter(pid: $0.pid) }
        let before = ProcessorTimes(server: figures)
        await fleet.beginMeasuring()
        try await body()
        let tally = await fleet.endMeasuring()
        var measured = ProcessorTimes(server: figures).measured(before, tally)
        measured.syncsPerSecond = syncs?.stop()
        return measured
    }

    /// A figure of the server's `/metrics`; nothing where it has no such one.
    func metric(_ name: String) async -> Double? {
        guard let bytes = try? await world.rest.get("/metrics") else { return nil }
        let line = String(buffer: bytes).split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }
}
