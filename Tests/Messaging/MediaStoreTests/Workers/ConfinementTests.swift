import CMediaWorker
import Foundation
import ServerHarness
import TestSupport
import Testing

/// What a decoder that was taken over could still do, tried by a process that confines itself as the worker does.
@Suite(.standardTimeLimit)
struct ConfinementTests {
    private struct Ended {
        let exit: ChildProcess.Exit
        let output: [String]

        var status: Int32 { exit.status }
    }

    private func probe(_ arguments: String...) async throws -> Ended {
        let child = try await ChildProcess.start(try BuiltExecutable.mediaWorkerProbe.path, arguments)
        var output: [String] = []
        for await line in child.lines { output.append(line) }
        return Ended(exit: await child.exit(), output: output)
    }

    @Test func onlyTheCallsThatDecodingNeedsGetThrough() async throws {
        let result = try await probe("all")
        #expect(result.exit == .code(0))
        #expect(
            Set(result.output) == [
                "read", "write", "close", "fstat", "lseek", "mmap", "mprotect", "munmap", "mremap", "brk", "madvise",
                "futex", "rt_sigaction", "rt_sigprocmask", "restart_syscall", "set_robust_list", "rseq",
                "sched_yield", "sched_getaffinity", "clock_gettime", "gettimeofday", "getrandom", "getpid", "gettid",
                "sysinfo",
            ]
        )
    }

    @Test func threadsCanBeStartedAndTheProcessCanEnd() async throws {
        let thread = try await probe("thread")
        #expect(thread.exit == .code(0))
        #if arch(x86_64)
            let (exit, exitGroup) = ("60", "231")
        #else
            let (exit, exitGroup) = ("93", "94")
        #endif
        for call in [exit, exitGroup] { #expect(try await probe("one", call).status == 255) }
    }

    @Test func anAttackEndsTheProcess() async throws {
        #if arch(x86_64)
            // fork, execve, kill, ptrace, prlimit64, pidfd_getfd
            let calls = ["57", "59", "62", "101", "302", "438"]
        #else
            let calls = ["221", "129", "117", "261", "438"]
        #endif
        for call in calls {
            let result = try await probe("one", call)
            #expect(result.exit == .signal(SIGSYS), "call \(call)")
        }
        // A number that no kernel has.
        #expect(try await probe("one", "1000").status == 0)
    }

    @Test func memoryThreadsAndOutputAreLimited() async throws {
        for what in ["memory", "threads"] { #expect(try await probe(what).status == 14, "\(what)") }
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/out"
        try Data().write(to: URL(filePath: path))
        let probe = try BuiltExecutable.mediaWorkerProbe.path
        let exit = try await ChildProcess.run("sh", ["-c", #"exec "$0" output > "$1""#, probe, path])
        #expect(exit == .signal(SIGXFSZ) || exit == .code(14))
        #expect(try Data(contentsOf: URL(filePath: path)).count == 1 << 20)
    }

    @Test func itDoesNothingWhereItCannotBeConfined() async throws {
        #expect(try await probe("refused").status == Int32(MEDIA_WORKER_UNCONFINED.rawValue))
    }

    @Test func itHasNoPrivilegesAndLowPriority() async throws {
        let process = try await ChildProcess.start(try BuiltExecutable.mediaWorkerProbe.path, ["wait"])
        var lines = process.lines.makeAsyncIterator()
        #expect(await lines.next() == "ready")
        let text = try String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        #expect(fields["Seccomp"] == "2")
        #expect(fields["NoNewPrivs"] == "1")
        for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(fields[set] == "0000000000000000", "\(set)") }
        #expect(fields["Uid"]?.split(separator: "\t").contains("0") == false)
        let score = try String(contentsOfFile: "/proc/\(process.processID)/oom_score_adj", encoding: .utf8)
        #expect(score == "1000\n")
        process.send(signal: SIGKILL)
        #expect(await process.exit() == .signal(SIGKILL))
    }
}
