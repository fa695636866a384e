import ServerHarness

/// Mutates bytes as faulty and malicious clients do.
struct Mutator {
    var random: SplitMix64

    /// Inputs that decoders often get wrong.
    private static let nasty: [[UInt8]] =
        [
            "null", "true", "-1", "0", "1e400", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
            "18446744073709551616", "1.5", "\"\"", "[]", "{}", "\"\\u0000\"", "\"\\ud800\"", "[[[[[[[[[[]]]]]]]]]]",
            "\u{FEFF}", "\u{202E}", "e\u{301}", "👩‍👩‍👧", "%00", "%ff", "%2e%2e%2f", "..", "\r\n", "\r\n\r\n", ": ", "\0",
            "?limit=99999999999999999999", "&before=-1", "Bearer ", "bearer  ", "chunked",
            "Transfer-Encoding: chunked\r\n",
            "Content-Length: 18446744073709551615\r\n", "Content-Length: -1\r\n", "Expect: 100-continue\r\n",
            "Upgrade: h2c\r\n", "018f0000-0000-7000-8000-000000000000", "{CHAT}", "{MESSAGE}", "{USER}", "{TOKEN}",
            "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "2026-02-30T25:61:61+99:99",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFF, 0xFF, 0xFF],
        ]

    mutating func mutate(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<(1 + below(4)) {
            let at = below(bytes.count + 1)
            let end = min(bytes.count, at + 1 + below(1 + below(32)))
            switch below(9) {
            case 0: if at < bytes.count { bytes[at] ^= 1 << UInt8(below(8)) }
            case 1: if at < bytes.count { bytes[at] = UInt8(below(256)) }
            case 2: bytes.removeSubrange(at..<end)
            case 3: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 4, 5: bytes.replaceSubrange(at..<(below(2) == 0 ? at : end), with: Self.nasty[below(Self.nasty.count)])
            case 6: value(&bytes)
            case 7:
                let from = below(other.count + 1)
                bytes = Array(bytes[..<at] + other[from...])
            default:
                let many = [UInt8](repeating: bytes.isEmpty ? 65 : bytes[at % bytes.count], count: 1 << below(13))
                bytes.insert(contentsOf: many, at: at)
            }
        }
        return Array(bytes.prefix(1 << 17))
    }

    /// Replaces a JSON value, a path component or a query value.
    private mutating func value(_ bytes: inout [UInt8]) {
        let starts = bytes.indices.filter {
            [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains(bytes[$0])
        }
        guard !starts.isEmpty else { return }
        let start = starts[below(starts.count)] + 1
        let ends: [UInt8] = Array(",}]/?& \r\n".utf8)
        let end = bytes[start...].firstIndex { ends.contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: Self.nasty[below(Self.nasty.count)])
    }

    mutating func below(_ count: Int) -> Int { count < 2 ? 0 : Int.random(in: 0..<count, using: &random) }
}
