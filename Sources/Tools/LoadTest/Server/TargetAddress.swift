import Domain
import Foundation
import Glibc

/// The server under load: HTTP or HTTPS at an IPv4 address.
struct TargetAddress: Sendable, Hashable {
    let isSecure: Bool
    let host: String
    let port: UInt16
    private let ip: in_addr_t

    var url: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

    /// - Throws: `invalid_request` if the text isn't such a URL.
    init(_ text: String) throws(SpotterError) {
        let url = URL(string: text)
        let host = url?.host() == "localhost" ? "127.0.0.1" : url?.host() ?? ""
        var address = in_addr()
        let isSecure = url?.scheme == "https"
        guard isSecure || url?.scheme == "http", let port = UInt16(exactly: url?.port ?? (isSecure ? 443 : 80)),
            inet_pton(AF_INET, host, &address) == 1
        else { throw .invalid("'\(text)' is not an address to load; give one like http://127.0.0.1:8080") }
        (self.isSecure, self.host, self.port, ip) = (isSecure, host, port, address.s_addr)
    }

    static func == (one: Self, other: Self) -> Bool { one.url == other.url }
    func hash(into hasher: inout Hasher) { hasher.combine(url) }

    /// Starts a connection without blocking.
    /// - Parameters:
    /// - source: the index of the loopback address to connect from, for a server on this machine.
    ///   - receiveBuffer: the socket's receive buffer in bytes; `nil` for the system's default.
    func connect(source: Int, receiveBuffer: Int32?) throws -> Int32 {
        let descriptor = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { throw SystemFailure("socket") }
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if let receiveBuffer { set(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        if isLoopback {
            set(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, 1)
            let local = (UInt32(127) << 24 | UInt32(1 + source % 200)).bigEndian
            guard call(descriptor, local, 0, bind) == 0 else { return try close(descriptor, "bind") }
        }
        guard call(descriptor, ip, port, Glibc.connect) == 0 || errno == EINPROGRESS else {
            return try close(descriptor, "connect")
        }
        return descriptor
    }

    private var isLoopback: Bool { UInt32(bigEndian: ip) >> 24 == 127 }

    private func close(_ descriptor: Int32, _ call: String) throws -> Int32 {
        let failure = SystemFailure(call)
        _ = Glibc.close(descriptor)
        throw failure
    }

    private func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private func call(
        _ descriptor: Int32,
        _ ip: in_addr_t,
        _ port: UInt16,
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = ip
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
