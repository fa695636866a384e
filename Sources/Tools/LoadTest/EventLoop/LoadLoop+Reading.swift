import Glibc

/// Reading. Nothing here allocates or locks per frame.
extension LoadLoop {
    func handle(_ ready: Poller.Ready) {
        guard let socket = socket(ready.key), socket.descriptor >= 0 else { return }
        if ready.canWrite {
            if socket.state == .connecting { connected(socket) }
            if socket.state != .closed, socket.waitsForRoom {
                socket.waitsForRoom = false
                try? poller.change(socket.descriptor, key: socket.key, writes: false)
                scheduleFlush(socket)
            }
        }
        guard socket.state != .closed, socket.state != .connecting else { return }
        guard socket.state != .securing else { return secure(socket) }
        let isFull = receive(socket, max: Self.bufferSize)
        if isFull, socket.tls != nil { while receive(socket, max: Self.bufferSize) {} }
    }

    /// Reads once. epoll reports the rest again, unless it is in OpenSSL's own buffer.
    /// - Returns: whether the buffer was filled.
    @discardableResult
    func receive(_ socket: LoadSocket, max limit: Int) -> Bool {
        guard let base = buffer.baseAddress else { return false }
        let held = socket.rest.count
        guard held < buffer.count else {
            fail(socket, "a frame of more than \(buffer.count) bytes came")
            return false
        }
        if held > 0 { buffer.copyBytes(from: socket.rest) }
        let room = min(buffer.count - held, limit)
        let count =
            if let tls = socket.tls {
                tls.receive(into: UnsafeMutableRawBufferPointer(start: base + held, count: room))
            } else {
                recv(socket.descriptor, base + held, room, 0)
            }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return false }
            fail(socket, count == 0 ? "the server ended the connection" : failure(of: socket, "recv"))
            return false
        }
        let all = UnsafeRawBufferPointer(start: base, count: held + count)
        if isMeasuring { counters.bytes += count }
        do {
            let used = try take(socket, all)
            guard socket.state != .closed else { return false }
            if held > 0 { socket.rest.removeAll(keepingCapacity: true) }
            if used < all.count { socket.rest.append(contentsOf: all[used...]) }
        } catch {
            fail(socket, "the server sent what isn't a frame")
            return false
        }
        return count == room
    }

    private func take(_ socket: LoadSocket, _ bytes: UnsafeRawBufferPointer) throws -> Int {
        var start = 0
        if socket.state == .upgrading {
            guard let head = upgraded(socket, bytes) else { return 0 }
            start = head
        }
        return try start
            + FrameReader.read(UnsafeRawBufferPointer(rebasing: bytes[start...])) { opcode, payload in
                switch opcode {
                case FrameWriter.opcodeText: received(ServerFrame(bytes: payload), socket)
                case FrameWriter.opcodePing:
                    socket.out += FrameWriter.frame(payload, opcode: FrameWriter.opcodePong)
                    scheduleFlush(socket)
                case FrameWriter.opcodeClose where socket.state != .closed:
                    let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
                    fail(socket, "the server closed with \(code)")
                default: break
                }
            }
    }

    private func received(_ text: ServerFrame, _ socket: LoadSocket) {
        switch text.kind {
        case .created:
            socket.delivered += 1
            socket.deliveredBytes += text.bytes.count
            if let seq = text.seq, seq > socket.lastSeq { socket.lastSeq = seq } else { socket.outOfOrder += 1 }
            if isSending, case .reply = socket.plan.sending { send(socket) }
            if let every = socket.plan.readReceiptInterval, socket.delivered % max(1, every) == 0 { markRead(socket) }
            guard isMeasuring else { return }
            counters.delivered += 1
            receivedSinceSample += 1
            guard receivedSinceSample >= settings.latencySampleInterval else { return }
            receivedSinceSample = 0
            let now = MonotonicInstant.now
            counters.lastDeliveryAt = now
            // A message without a stamp, sent over REST, counts from the start of the connection. One that was sent before
            // the connection isn't counted: the client was away.
            let stamp = text.stamp(settings.clientIDs) ?? socket.startedAt
            if stamp >= socket.startedAt { counters.delivery.record(now - stamp) }
        case .ack: acknowledged(text, socket)
        case .welcome: welcomed(socket)
        case .resync: socket.resyncs += 1
        case .error: refused(text, socket)
        case .other: break
        }
    }

    private func acknowledged(_ text: ServerFrame, _ socket: LoadSocket) {
        socket.acked += 1
        socket.inFlight -= 1
        if settings.keepsAckedNumbers, let number = text.requestNumber { socket.ackedNumbers.append(number) }
        if isMeasuring {
            counters.acked += 1
            if let stamp = text.stamp(settings.clientIDs) {
                counters.acknowledgement.record(MonotonicInstant.now - stamp)
            }
        }
        if isSending, case .window(let window) = socket.plan.sending, socket.inFlight < window { send(socket) }
    }

    /// A refused send isn't repeated, so that refusals show as lower throughput.
    private func refused(_ text: ServerFrame, _ socket: LoadSocket) {
        socket.refused += 1
        counters.refused += 1
        if socket.inFlight > 0 { socket.inFlight -= 1 }
        if counters.firstFailure == nil { counters.firstFailure = "refused: \(text.string)" }
    }

    /// Slow readers read a little, once a second.
    func readSlowly() {
        guard !slow.isEmpty, MonotonicInstant.now >= slowDue else { return }
        slowDue = MonotonicInstant.now + 1_000_000
        for socket in slow where socket.state == .open {
            receive(socket, max: socket.plan.slowBytesPerSecond ?? 1)
        }
    }
}
