import Glibc
import NIOCore

/// Listening sockets on one port, among which the system distributes connections.
///
/// The first is bound alone, so that a port in use is refused. Only then is `SO_REUSEPORT` set on it, which lets the
/// others bind.
enum SharedPort {
    /// - Parameter host: a name or an address. Port 0 takes a free port.
    /// - Returns: descriptors of listening sockets, owned by the caller.
    /// - Throws: `IOError` if the port can't be bound.
    static func listen(host: String, port: Int, sockets count: Int, backlog: Int32) throws -> [CInt] {
        var address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        var sockets: [CInt] = []
        do {
            for _ in 0..<max(1, count) {
                let isFirst = sockets.isEmpty
                let socket = Glibc.socket(
                    address.protocol == .inet6 ? AF_INET6 : AF_INET,
                    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
                    0
                )
                guard socket >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
                sockets.append(socket)
                try set(SO_REUSEADDR, of: socket)
                if !isFirst { try set(SO_REUSEPORT, of: socket) }
                let bound = address.withSockAddr { pointer, size in bind(socket, pointer, socklen_t(size)) }
                guard bound == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
                if isFirst {
                    try set(SO_REUSEPORT, of: socket)
                    address.port = try self.port(of: socket)
                }
                guard Glibc.listen(socket, backlog) == 0 else { throw IOError(errnoCode: errno, reason: "listen") }
            }
        } catch {
            for socket in sockets { close(socket) }
            throw error
        }
        return sockets
    }

    private static func set(_ option: Int32, of socket: CInt) throws {
        var one: Int32 = 1
        guard setsockopt(socket, SOL_SOCKET, option, &one, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw IOError(errnoCode: errno, reason: "setsockopt")
        }
    }

    private static func port(of socket: CInt) throws -> Int {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let outcome = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        guard outcome == 0 else { throw IOError(errnoCode: errno, reason: "getsockname") }
        return withUnsafeBytes(of: &storage) { bytes in
            // In both address families, the port is big-endian at offset 2.
            Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }
}
