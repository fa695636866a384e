import Domain
import Foundation
import Glibc

/// A hostile account at full speed: many connections of one thread, in a process of its own.
package final class HostileClient {
    private let target: HostileTarget
    private let address: TargetAddress
    private let payloads: HostilePayloads
    private let poller: Poller
    private let connections: [HostileConnection]
    private var deeds: [HostileAttack: HostileDeeds.Deed] = [:]
    private var number = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

    /// The bytes that the line has room for, and when it was last counted.
    private var room = 0
    private var roomAt = MonotonicInstant.now
    private var waitingForLine: [HostileConnection] = []

    /// Delays in microseconds: before a connection that never reads is replaced, and before an ended one is.
    private static let (unreadFor, pause) = (5_000_000 as Int64, 20_000 as Int64)
    /// Microseconds that an attack may take to begin.
    private static let longestBegin = 30_000_000 as Int64

    package init(_ target: HostileTarget) throws {
        self.target = target
        address = try TargetAddress(target.address)
        payloads = HostilePayloads(target, host: address.host)
        poller = try Poller()
        let attacks = target.attacks.flatMap { attack in
            Array(repeating: attack, count: attack.connections)
        }
        connections = attacks.enumerated().map { HostileConnection(key: $0, attack: $1) }
        try FileLimit.raise(for: connections.count)
    }

    deinit {
        for connection in connections { connection.close() }
        buffer.deallocate()
    }

    /// Attacks until the target's seconds are over, and until each attack has begun: on a busy machine that takes a while.
    package func run() -> HostileDeeds {
        let end = MonotonicInstant.now + Int64(target.seconds * 1_000_000)
        let last = end + Self.longestBegin
        let attacks = Set(target.attacks)
        var nextLook: Int64 = 0
        while MonotonicInstant.now < end || deeds.count < attacks.count && MonotonicInstant.now < last {
            let now = MonotonicInstant.now
            if now >= nextLook {
                openDue(now)
                nextLook = now + 10_000
            }
            for index in 0..<poller.wait(milliseconds: waitingForLine.isEmpty ? 10 : 1) { handle(poller[index]) }
            useLine()
        }
        return HostileDeeds(deeds: Dictionary(uniqueKeysWithValues: deeds.map { ($0.key.rawValue, $0.value) }))
    }

    // MARK: Connecting

    private func openDue(_ now: Int64) {
        for connection in connections where connection.dueAt <= now {
            connection.close()
            connection.dueAt = connection.attack.neverReads ? now + Self.unreadFor : .max
            do {
                connection.descriptor = try address.connect(
                    source: 0,
                    receiveBuffer: connection.attack.neverReads ? 4096 : nil
                )
                connection.state = .connecting
                connection.waitsForRoom = true
                try poller.add(connection.descriptor, key: connection.key, writes: true)
            } catch {
                end(connection)
            }
        }
    }

    private func end(_ connection: HostileConnection) {
        connection.close()
        connection.dueAt = MonotonicInstant.now + Self.pause
    }

    private func ended(_ connection: HostileConnection) {
        count(connection) { $0.ended += 1 }
        end(connection)
    }

    private func handle(_ ready: Poller.Ready) {
        guard connections.indices.contains(ready.key) else { return }
        let connection = connections[ready.key]
        guard connection.state != .closed else { return }
        if ready.canWrite, connection.waitsForRoom {
            connection.waitsForRoom = false
            if connection.state == .connecting {
                connection.state = .open
                begin(connection)
            } else {
                write(connection)
            }
            guard connection.state != .closed else { return }
            if !connection.waitsForRoom { watch(connection, writes: false) }
        }
        if !connection.attack.neverReads { read(connection) }
    }

    private func begin(_ connection: HostileConnection) {
        number += 1
        count(connection) { $0.requests += 1 }
        connection.enqueue(payloads.request(connection.attack, number))
        write(connection)
    }

    // MARK: Writing

    private func write(_ connection: HostileConnection) {
        guard !connection.waitsForLine, !connection.waitsForRoom else { return }
        while connection.hasUnwritten {
            guard room > 0 else {
                connection.waitsForLine = true
                waitingForLine.append(connection)
                return
            }
            let written = connection.write(upTo: min(room, 256 << 10))
            guard written > 0 else {
                if errno == EAGAIN || errno == EINTR {
                    connection.waitsForRoom = true
                    return watch(connection, writes: true)
                }
                return ended(connection)
            }
            room -= written
            count(connection) { $0.bytes += written }
            if !connection.hasUnwritten, let messages = connection.messages {
                connection.number += 1
                count(connection) { $0.requests += 1 }
                var frame: [UInt8] = []
                messages.append(to: &frame, stamp: MonotonicInstant.now, number: connection.number)
                connection.enqueue([frame])
            }
        }
        // It would always be ready for reading.
        if connection.attack.neverReads { poller.remove(connection.descriptor) }
    }

    private func watch(_ connection: HostileConnection, writes: Bool) {
        try? poller.change(connection.descriptor, key: connection.key, writes: writes)
    }

    private func useLine() {
        let now = MonotonicInstant.now
        room = min(room + Int(now - roomAt) * target.bytesPerSecond / 1_000_000, target.bytesPerSecond / 50)
        roomAt = now
        guard room > 0, !waitingForLine.isEmpty else { return }
        let waiting = waitingForLine
        waitingForLine = []
        for connection in waiting {
            connection.waitsForLine = false
            if connection.state == .open { write(connection) }
        }
    }

    // MARK: Reading

    private func read(_ connection: HostileConnection) {
        // What a socket gets is thrown away by the system, which costs nothing here.
        let isThrownAway = connection.messages != nil
        let count = recv(
            connection.descriptor,
            isThrownAway ? nil : buffer.baseAddress,
            buffer.count,
            isThrownAway ? Int32(MSG_TRUNC) : 0
        )
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return ended(connection)
        }
        guard !isThrownAway else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if connection.attack == .sends { return upgrade(connection, bytes) }
        _ = connection.answer.take(bytes)
        guard connection.answer.isWhole else { return }
        judge(connection)
        // A server that answers before it has read everything won't read the rest.
        guard !connection.answer.closes, !connection.hasUnwritten else { return end(connection) }
        connection.answer = HostileAnswer()
        begin(connection)
    }

    private func upgrade(_ connection: HostileConnection, _ bytes: UnsafeRawBufferPointer) {
        _ = connection.answer.take(bytes)
        guard connection.answer.status == 101 else {
            if connection.answer.isWhole { ended(connection) }
            return
        }
        count(connection) { $0.taken += 1 }
        connection.messages = payloads.messages(100_000 + connection.key)
        connection.enqueue([payloads.hello(connection.key)])
        write(connection)
    }

    private func judge(_ connection: HostileConnection) {
        let status = connection.answer.status
        count(connection) {
            switch status {
            case 200..<300: $0.taken += 1
            case 500...: $0.failed += 1
            default: $0.refused += 1
            }
        }
    }

    private func count(_ connection: HostileConnection, _ change: (inout HostileDeeds.Deed) -> Void) {
        change(&deeds[connection.attack, default: HostileDeeds.Deed()])
    }
}
