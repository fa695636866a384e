import Domain
import Foundation
import Glibc

/// An HTTP connection on which one request follows another. Each is handed to the system by one call, so that the server
/// reads it in the same pieces every time.
final class KeptConnection {
    private let descriptor: Int32
    private let host: String

    /// - Throws: `unavailable` if nothing listens there.
    init(port: Int) throws {
        host = "127.0.0.1:\(port)"
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Self.failed("connect") }
    }

    deinit { close(descriptor) }

    /// - Returns: the body of the response.
    /// - Throws: `unavailable` with the server's words unless the status is 2xx.
    func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        type: String = "application/json",
        body: [UInt8] = []
    ) throws -> String {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if !body.isEmpty { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
        try write(Array("\(head)\r\n".utf8) + body)
        let (status, answer) = try read()
        guard (200..<300).contains(status) else {
            throw SpotterError(.unavailable, "\(method) \(path): \(status) \(answer.prefix(300))")
        }
        return answer
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Self.failed("send") }
            rest = rest.dropFirst(count)
        }
    }

    private func read() throws -> (status: Int, body: String) {
        var bytes: [UInt8] = []
        var head: Range<Int>?
        while head == nil {
            bytes += try receive()
            head = bytes.firstRange(of: Array("\r\n\r\n".utf8))
        }
        let bodyStart = head?.upperBound ?? 0
        let lines = String(decoding: bytes[..<bodyStart], as: UTF8.self).split(separator: "\r\n")
        let length = lines.firstNonNil { line in
            line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).trimmingPrefix(" ")) : nil
        }
        guard let length, let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw SpotterError(.unavailable, "a response without a length: \(lines)")
        }
        while bytes.count - bodyStart < length { bytes += try receive() }
        return (status, String(decoding: bytes[bodyStart...], as: UTF8.self))
    }

    private func receive() throws -> [UInt8] {
        var failure: (any Error)?
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if received <= 0 { failure = Self.failed("recv") }
            count = max(0, received)
        }
        if let failure { throw failure }
        return bytes
    }

    private static func failed(_ call: String) -> SpotterError {
        SpotterError(.unavailable, "can't talk to the server under test: \(call): \(String(cString: strerror(errno)))")
    }
}

extension Sequence {
    fileprivate func firstNonNil<Value>(_ body: (Element) -> Value?) -> Value? {
        for element in self { if let value = body(element) { return value } }
        return nil
    }
}
