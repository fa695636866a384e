import Glibc

/// Opening and closing connections.
extension LoadLoop {
    /// Connects the closed sockets among these, all at once.
    func open(_ keys: [Int]) {
        for key in keys {
            guard let socket = socket(key), socket.state == .closed else { continue }
            socket.startedAt = MonotonicInstant.now
            do { try connect(socket) } catch { fail(socket, "\(error)") }
        }
    }

    /// - Parameter key: unique over all loops.
    func socket(_ key: Int) -> LoadSocket? {
        let index = key - firstKey
        return sockets.indices.contains(index) ? sockets[index] : nil
    }

    var firstKey: Int { sockets.first?.key ?? 0 }

    func add(_ plans: [SocketPlan], firstKey: Int) {
        for (index, plan) in plans.enumerated() {
            let socket = LoadSocket(key: firstKey + index, plan: plan, text: settings.text, settings.clientIDs)
            sockets.append(socket)
        }
    }

    private func connect(_ socket: LoadSocket) throws {
        let isSlow = socket.plan.slowBytesPerSecond != nil
        socket.descriptor = try (socket.plan.address ?? settings.address).connect(
            // One address has too few ports for tens of thousands of connections, and for those in TIME_WAIT.
            source: socket.key / 8000,
            receiveBuffer: isSlow ? 4096 : nil
        )
        socket.state = .connecting
        try poller.add(socket.descriptor, key: socket.key, writes: true)
        socket.waitsForRoom = true
    }

    func connected(_ socket: LoadSocket) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { return fail(socket, SystemFailure("connect", code).description) }
        guard let tls = settings.tls else { return upgrade(socket) }
        socket.state = .securing
        socket.tls = tls.connection(on: socket.descriptor)
    }

    func upgrade(_ socket: LoadSocket) {
        socket.state = .upgrading
        socket.out += ClientFrames.upgrade(host: settings.address.host)
        scheduleFlush(socket)
    }

    /// - Returns: the length of the response's head; `nil` if it isn't complete.
    func upgraded(_ socket: LoadSocket, _ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let length = Self.headLength(bytes) else { return nil }
        guard bytes.starts(with: Array("HTTP/1.1 101".utf8)) else {
            fail(socket, "upgrade refused: \(String(decoding: bytes.prefix(300), as: UTF8.self))")
            return nil
        }
        socket.state = .greeting
        socket.out += socket.hello
        scheduleFlush(socket)
        return length
    }

    /// Written by hand, because the standard library's generic search takes longer than the rest of a log-in.
    private static func headLength(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let (end, feed) = (UInt32(0x0D0A_0D0A), UInt8(ascii: "\n"))
        var last: UInt32 = 0
        for index in bytes.indices {
            last = last << 8 | UInt32(bytes[index])
            if bytes[index] == feed, last == end { return index + 1 }
        }
        return nil
    }

    func welcomed(_ socket: LoadSocket) {
        guard socket.state == .greeting else { return }
        socket.state = .open
        let now = MonotonicInstant.now
        counters.welcomes += 1
        counters.lastWelcomeAt = now
        counters.login.record(now - socket.startedAt)
        guard socket.plan.slowBytesPerSecond != nil else { return }
        // The socket would always be ready. A timer reads it instead.
        poller.remove(socket.descriptor)
        slow.append(socket)
    }

    func fail(_ socket: LoadSocket, _ reason: String) {
        counters.lost += 1
        if counters.firstFailure == nil { counters.firstFailure = reason }
        end(socket)
    }

    /// Cuts the connection. Data in flight is lost.
    func end(_ socket: LoadSocket) {
        socket.state = .closed
        if socket.descriptor >= 0 { close(socket.descriptor) }
        (socket.descriptor, socket.tls) = (-1, nil)
        (socket.out, socket.written, socket.rest, socket.inFlight) = ([], 0, [], 0)
        socket.waitsForRoom = false
        slow.removeAll { $0 === socket }
    }
}
