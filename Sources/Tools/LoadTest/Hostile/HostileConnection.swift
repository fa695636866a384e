import Glibc

/// One connection of a hostile account. Confined to its client's thread.
final class HostileConnection {
    enum State { case closed, connecting, open }

    let key: Int
    let attack: HostileAttack
    var state = State.closed
    var descriptor: Int32 = -1
    /// When it is closed and opened again, or opened.
    var dueAt: Int64 = 0

    // MARK: Writing
    /// What is to be written, and how much of the first part has been.
    private(set) var parts: [[UInt8]] = []
    private(set) var written = 0
    var waitsForRoom = false
    /// Whether it waits for the line.
    var waitsForLine = false

    // MARK: Reading
    var answer = HostileAnswer()
    /// Of a WebSocket, once it is open: its messages.
    var messages: SendTemplate?
    var number: Int64 = 0

    init(key: Int, attack: HostileAttack) { (self.key, self.attack) = (key, attack) }

    var hasUnwritten: Bool { !parts.isEmpty }

    func enqueue(_ parts: [[UInt8]]) { self.parts += parts }

    /// Writes once.
    /// - Returns: the bytes that the system took; -1 with `errno` if it refused.
    func write(upTo limit: Int) -> Int {
        guard let part = parts.first else { return 0 }
        let count = part.withUnsafeBytes { bytes in
            send(
                descriptor,
                bytes.baseAddress.map { $0 + written },
                min(bytes.count - written, limit),
                Int32(MSG_NOSIGNAL)
            )
        }
        guard count > 0 else { return count }
        written += count
        if written == part.count {
            parts.removeFirst()
            written = 0
        }
        return count
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        (descriptor, state) = (-1, .closed)
        (parts, written, waitsForRoom) = ([], 0, false)
        (answer, messages) = (HostileAnswer(), nil)
    }
}

/// An HTTP answer as far as it has come. Its body is counted, not kept.
struct HostileAnswer {
    private(set) var head: [UInt8] = []
    private(set) var status = 0
    /// Bytes of the body that are still to come; `nil` until the head is whole.
    private(set) var rest: Int?
    private(set) var closes = false

    var isWhole: Bool { rest == 0 }

    /// - Returns: how many of the bytes belong to this answer.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let rest {
            let count = min(rest, bytes.count)
            self.rest = rest - count
            return count
        }
        for (index, byte) in bytes.enumerated() {
            head.append(byte)
            guard byte == UInt8(ascii: "\n"), head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) else { continue }
            read()
            return index + 1 + (rest == 0 ? 0 : take(UnsafeRawBufferPointer(rebasing: bytes[(index + 1)...])))
        }
        return bytes.count
    }

    private mutating func read() {
        let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var length = 0
        for line in lines.dropFirst() {
            if line.hasPrefix("content-length:") {
                length = Int(line.dropFirst(15).trimmingPrefix { $0 == " " }) ?? 0
            }
            // A body of unknown length isn't worth reading: the connection is made again.
            if line.hasPrefix("transfer-encoding:") || line == "connection: close" { closes = true }
        }
        rest = length
    }
}
