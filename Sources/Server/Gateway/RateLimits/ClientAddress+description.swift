#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ClientAddress: CustomStringConvertible {
    /// As people write it: `203.0.113.7` or `2001:db8::1`.
    package var description: String {
        if bytes.starts(with: Self.mapped) { return bytes.suffix(4).map { "\($0)" }.joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isWritten = bytes.withUnsafeBytes {
            inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) != nil
        }
        guard isWritten else { return "unknown" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
