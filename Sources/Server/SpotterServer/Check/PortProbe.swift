import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Whether an address can be listened on, found out by binding it for a moment.
enum PortProbe {
    /// - Returns: why not; `nil` if it can.
    static func fault(host: String, port: Int) -> String? {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else {
            return "the host can't be resolved"
        }
        let family = address.protocol == .inet6 ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        // Connections that ended a moment ago don't keep the server from listening either.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let isBound = address.withSockAddr {
            Glibc.bind(descriptor, $0, socklen_t($1)) == 0 && listen(descriptor, 1) == 0
        }
        guard !isBound else { return nil }
        return errno == EADDRINUSE ? "in use by another program" : String(cString: strerror(errno))
    }
}
