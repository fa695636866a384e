import Subprocess
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// Ends child processes when this process ends, however it ends: also by SIGKILL, to which nothing in it can react.
///
/// A shell in a session of its own reads their ids from a socket whose other end only this process holds. Linux's parent
/// death signal wouldn't do: it's sent when the thread ends that has started the child, and a change of the user drops it.
final class ChildWatchdog: Sendable {
    static let shared = ChildWatchdog()

    /// This process's end of the socket.
    private let end: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            end = -1
            return
        }
        end = ends[0]
        let input = FileDescriptor(rawValue: ends[1])
        Task {
            var options = PlatformOptions()
            // What is sent to this process's group, such as an interrupt, isn't for it.
            options.createSession = true
            _ = try? await Subprocess.run(
                .path("/bin/sh"),
                arguments: ["-c", Self.script],
                platformOptions: options,
                input: .fileDescriptor(input, closeAfterSpawningProcess: true),
                output: .discarded,
                error: .discarded
            )
        }
    }

    deinit { close(end) }

    /// - Parameter process: has to be removed when it has ended, because the system may use its id again.
    func add(_ process: Int32) { tell("+ \(process)\n") }
    func remove(_ process: Int32) { tell("- \(process)\n") }

    private func tell(_ line: String) {
        let bytes = Array(line.utf8)
        // If the shell was ended, that must not end this process.
        _ = send(end, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The children's own children go too: those of a server that was stopped wouldn't notice its end.
    private static let script = """
        all=' '
        while read -r change process; do
            case $change in
                +) all="$all$process " ;;
                -) all="${all%%" $process "*} ${all#*" $process "}" ;;
            esac
        done
        for process in $all; do
            kill -KILL "$process" $(cat /proc/"$process"/task/*/children)
        done
        """
}
