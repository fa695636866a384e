import Foundation
import Synchronization
package import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A server of NATS for one test, at a port of its own. It ends with the process, however that ends.
package final class NATSTestServer: Sendable {
    package static let missing =
        "NATS isn't installed, so its bus wasn't tested against it: apt-get install nats-server"
    package static let program = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map {
        "\($0)/nats-server"
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    package struct StartFailure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let script = """
        folder=$1
        shift
        "$@" >"$folder/log" 2>&1 &
        server=$!
        until grep -q 'Server is ready' "$folder/log"; do
            kill -0 $server 2>/dev/null || { echo failed >"$folder/port"; exit 1; }
            sleep 0.02
        done
        sed -n 's/.*client connections on .*:\\([0-9]*\\)$/\\1/p' "$folder/log" >"$folder/port"
        read -r line
        kill -KILL $server
        wait $server 2>/dev/null
        """

    package let port: Int
    package let folder = TemporaryFolder()
    private let input: Mutex<UnsafeMutablePointer<FILE>?>

    /// - Parameters:
    ///   - port: that of a server which has stopped; `nil` takes a free one.
    ///   - configuration: in the server's own language. `FOLDER` stands for `folder`.
    package init(port: Int? = nil, _ configuration: String = "", prepare: (TemporaryFolder) throws -> Void = { _ in })
        throws
    {
        guard let program = Self.program else { throw StartFailure(description: Self.missing) }
        try prepare(folder)
        let file = "\(folder.path)/nats.conf"
        let text = configuration.replacingOccurrences(of: "FOLDER", with: folder.path)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let answer = "\(folder.path)/port"
        guard mkfifo(answer, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let command =
            ["/bin/sh", "-c", Self.script, "nats", folder.path, program, "-a", "127.0.0.1"]
            + ["-p", "\(port ?? -1)", "-c", file]
        let words = command.map { "'\($0.replacingOccurrences(of: "'", with: #"'\''"#))'" }.joined(separator: " ")
        // By "e" others that a test starts don't hold its input open.
        input = Mutex(popen("exec >/dev/null 2>&1; \(words)", "we"))
        guard input.withLock({ $0 != nil }) else { throw CocoaError(.fileWriteUnknown) }
        let said = FileHandle(forReadingAtPath: answer)?.availableData ?? Data()
        guard let port = Int(String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            let log = (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? ""
            throw StartFailure(description: "NATS doesn't start: \(log.suffix(500))")
        }
        self.port = port
    }

    /// Where servers of its cluster connect; `nil` before it listens for them.
    package var clusterPort: Int? {
        let log = (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? ""
        return log.firstMatch(of: /route connections on .*:([0-9]+)/).flatMap { Int($0.1) }
    }

    /// Ends it as a crash does.
    package func stop() {
        input.withLock { input in
            if let input { pclose(input) }
            input = nil
        }
    }

    deinit {
        stop()
        folder.remove()
    }
}
