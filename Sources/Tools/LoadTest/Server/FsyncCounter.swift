import ServerHarness

#if canImport(Glibc)
    import Glibc
#endif

/// Counts a process's calls of `fsync` and `fdatasync` in the kernel, using `perf stat`.
struct FsyncCounter: Sendable {
    private let perf: ChildProcess

    /// - Returns: `nil` if `perf` isn't installed. If `perf` isn't allowed to count, there is no rate later.
    static func start(pid: Int32) async -> FsyncCounter? {
        // Lines look like `0.500123,17,,syscalls:sys_enter_fdatasync,…`. Each count comes with its own time.
        let arguments = [
            "stat", "-I", "500", "-x", ",", "-e", "syscalls:sys_enter_fdatasync", "-e", "syscalls:sys_enter_fsync",
            "-p", "\(pid)",
        ]
        return try? await FsyncCounter(perf: ChildProcess.start("perf", arguments))
    }

    /// Ends the count.
    /// - Returns: calls per second.
    func stop() async -> Double? {
        // Counts are printed every half second. The last, incomplete one isn't needed.
        perf.send(signal: SIGKILL)
        _ = await perf.exit()
        return Self.rate(of: perf.errors)
    }

    static func rate(of text: String) -> Double? {
        var (calls, seconds) = (0.0, 0.0)
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count > 3, fields[3].hasPrefix("syscalls:sys_enter_f"),
                let time = Double(fields[0].drop { $0 == " " })
            else { continue }
            // A count that hasn't begun has no number.
            calls += Double(fields[1]) ?? 0
            seconds = max(seconds, time)
        }
        return seconds > 0 ? calls / seconds : nil
    }
}
