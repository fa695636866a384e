import Glibc

/// What comes in. Nothing here allocates or locks per frame.
extension LoadLoop {
    func handle(_ ready: Poller.Ready) {
        guard let socket = socket(ready.key), socket.descriptor >= 0 else { return }
        if ready.canWrite {
            if socket.state == .connecting { connected(socket) }
            if socket.state != .closed, socket.waitsForRoom {
                socket.waitsForRoom = false
                try? poller.change(socket.descriptor, key: socket.key, writes: false)
                touch(socket)
            }
        }
        guard socket.state != .closed, socket.state != .connecting else { return }
        guard socket.state != .securing else { return secure(socket) }
        let isFull = receive(socket, most: Self.bufferSize)
        if isFull, socket.tls != nil { while receive(socket, most: Self.bufferSize) {} }
    }

    /// Reads once: what is left makes the socket ready again, unless it's in TLS' own buffer.
    /// - Returns: whether all of the room was filled.
    @discardableResult
    func receive(_ socket: LoadSocket, most: Int) -> Bool {
        guard let base = buffer.baseAddress else { return false }
        let held = socket.rest.count
        guard held < buffer.count else {
            fail(socket, "a frame of more than \(buffer.count) bytes came")
            return false
        }
        if held > 0 { buffer.copyBytes(from: socket.rest) }
        let room = min(buffer.count - held, most)
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
        if isMeasuring { tally.bytes += count }
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
                case FrameWriter.opcodeText: received(ServerText(bytes: payload), socket)
                case FrameWriter.opcodePing:
                    socket.out += FrameWriter.frame(payload, opcode: FrameWriter.opcodePong)
                    touch(socket)
                case FrameWriter.opcodeClose where socket.state != .closed:
                    let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
                    fail(socket, "the server closed with \(code)")
                default: break
                }
            }
    }

    private func received(_ text: ServerText, _ socket: LoadSocket) {
        switch text.kind {
        case .created:
            socket.delivered += 1
            socket.deliveredBytes += text.bytes.count
            if let seq = text.seq, seq > socket.lastSeq { socket.lastSeq = seq } else { socket.disordered += 1 }
            if isSending, case .reply = socket.plan.sending { send(socket) }
            if let every = socket.plan.marksReadEvery, socket.delivered % max(1, every) == 0 { markRead(socket) }
            guard isMeasuring else { return }
            tally.delivered += 1
            receivedSinceTimed += 1
            guard receivedSinceTimed >= settings.timedShare else { return }
            receivedSinceTimed = 0
            let now = Moment.now
            tally.lastDeliveryAt = now
            // What came another way is waited for from the connection on; what a client missed while it was away was late
            // by its own doing.
            let stamp = text.stamp ?? socket.startedAt
            if stamp >= socket.startedAt { tally.delivery.record(now - stamp) }
        case .ack: acknowledged(text, socket)
        case .welcome: welcomed(socket)
        case .resync: socket.resyncs += 1
        case .error: refused(text, socket)
        case .other: break
        }
    }

    private func acknowledged(_ text: ServerText, _ socket: LoadSocket) {
        socket.acked += 1
        socket.inFlight -= 1
        if settings.keepsAckedNumbers, let number = text.requestNumber { socket.ackedNumbers.append(number) }
        if isMeasuring {
            tally.acked += 1
            if let stamp = text.stamp { tally.acknowledgement.record(Moment.now - stamp) }
        }
        if isSending, case .window(let window) = socket.plan.sending, socket.inFlight < window { send(socket) }
    }

    /// A refused send isn't replaced: a server that refuses shows as one that slows down.
    private func refused(_ text: ServerText, _ socket: LoadSocket) {
        socket.refused += 1
        tally.refused += 1
        if socket.inFlight > 0 { socket.inFlight -= 1 }
        if tally.firstFailure == nil { tally.firstFailure = "refused: \(text.string)" }
    }

    /// Those that can't keep up read a little, once a second.
    func readSlowly() {
        guard !slow.isEmpty, Moment.now >= slowDue else { return }
        slowDue = Moment.now + 1_000_000
        for socket in slow where socket.state == .open {
            receive(socket, most: socket.plan.slowBytesPerSecond ?? 1)
        }
    }
}
