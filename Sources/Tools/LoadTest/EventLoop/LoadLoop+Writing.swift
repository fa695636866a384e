import Glibc

/// Writing: one system call per loop turn and socket.
extension LoadLoop {
    func scheduleFlush(_ socket: LoadSocket) {
        guard !socket.isDirty else { return }
        socket.isDirty = true
        dirty.append(socket)
    }

    func flush() {
        for socket in dirty {
            socket.isDirty = false
            flush(socket)
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private func flush(_ socket: LoadSocket) {
        guard socket.descriptor >= 0, !socket.waitsForRoom else { return }
        let waiting = socket.out.count - socket.written
        guard waiting > 0 else { return }
        let count = socket.out.withUnsafeBytes { bytes in
            if let tls = socket.tls { return tls.send(UnsafeRawBufferPointer(rebasing: bytes[socket.written...])) }
            return Glibc.send(
                socket.descriptor,
                bytes.baseAddress.map { $0 + socket.written },
                waiting,
                Int32(MSG_NOSIGNAL)
            )
        }
        if count == waiting {
            socket.out.removeAll(keepingCapacity: socket.state == .open)
            socket.written = 0
        } else if count >= 0 || errno == EAGAIN || errno == EINTR {
            socket.written += max(0, count)
            socket.waitsForRoom = true
            try? poller.change(socket.descriptor, key: socket.key, writes: true)
        } else {
            fail(socket, failure(of: socket, "send"))
        }
    }
}
