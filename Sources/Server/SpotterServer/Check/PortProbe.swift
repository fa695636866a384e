import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Whether an address can be listened on, found out by binding it for a moment.
enum PortProbe {
    enum Fault: Sendable, Hashable, CustomStringConvertible {
        case unresolved
        case inUse
        /// Ports below 1024 are for root, and for whom it is allowed.
        case forbidden
        case other(Int32)

        var description: String {
            switch self {
            case .unresolved: "the host can't be resolved"
            case .inUse: "in use by another program"
            case .forbidden: String(cString: strerror(EACCES))
            case .other(let code): String(cString: strerror(code))
            }
        }
    }

    /// - Returns: why not; `nil` if it can.
    static func fault(host: String, port: Int) -> Fault? {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else { return .unresolved }
        let family = address.protocol == .inet6 ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return .other(errno) }
        defer { close(descriptor) }
        // Connections that ended a moment ago don't keep the server from listening either.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let isBound = address.withSockAddr {
            Glibc.bind(descriptor, $0, socklen_t($1)) == 0 && listen(descriptor, 1) == 0
        }
        guard !isBound else { return nil }
        switch errno {
        case EADDRINUSE: return .inUse
        case EACCES: return .forbidden
        case let code: return .other(code)
        }
    }

    /// Whether a process listens on a port, as far as this user may see that.
    static func listens(process: Int, port: Int) -> Bool {
        let sockets = Set(["tcp", "tcp6"].flatMap { listening("/proc/net/\($0)", port: port) })
        guard !sockets.isEmpty else { return false }
        let folder = "/proc/\(process)/fd"
        let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return open.contains { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
            return target.map(sockets.contains) ?? false
        }
    }

    /// The sockets that listen on a port, as links of open files name them.
    private static func listening(_ table: String, port: Int) -> [String] {
        guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == "0A", let end = fields[1].split(separator: ":").last,
                Int(end, radix: 16) == port
            else { return nil }
            return "socket:[\(fields[9])]"
        }
    }
}
