import Domain
import Foundation
import SystemPackage

/// A terminal without a screen: what a program writes to it can be waited for.
final class PseudoTerminal {
    /// What the program gets as its input and output.
    let program: FileDescriptor
    private let screen: CInt
    private var unread: [UInt8] = []

    /// `TIOCSPTLCK` and `TIOCGPTN` of Linux (ioctl_tty(2)), macros that Swift doesn't import.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    /// - Throws: `unavailable` if the system has no pseudo-terminals.
    init(rows: UInt16, columns: UInt16) throws {
        screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (CInt, CUnsignedInt) = (0, 0)
        guard screen >= 0, ioctl(screen, Self.setLock, &lock) == 0, ioctl(screen, Self.getNumber, &number) == 0 else {
            throw SpotterError(.unavailable, "this system has no pseudo-terminals")
        }
        program = FileDescriptor(rawValue: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(screen, UInt(TIOCSWINSZ), &size) == 0 else {
            throw SpotterError(.unavailable, "a pseudo-terminal takes no size")
        }
    }

    deinit { close(screen) }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
    }

    /// Waits for text in what the program draws.
    /// - Returns: whether it came within the time.
    func wait(for text: String, seconds: Double) -> Bool {
        let wanted = Array(text.utf8)
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(seconds)
        while clock.now < deadline {
            if let end = unread.range(of: wanted) {
                unread.removeSubrange(..<end)
                return true
            }
            read(milliseconds: 100)
        }
        return false
    }

    /// Forgets what was drawn so far.
    func skip() {
        read(milliseconds: 0)
        unread = []
    }

    private func read(milliseconds: CInt) {
        var file = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        guard poll(&file, 1, milliseconds) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(screen, &buffer, buffer.count)
        if count > 0 { unread += buffer[..<count] }
    }
}

extension [UInt8] {
    /// The position after the first occurrence.
    fileprivate func range(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        for start in 0...(count - wanted.count)
        where self[start] == first && self[start..<start + wanted.count].elementsEqual(wanted) {
            return start + wanted.count
        }
        return nil
    }
}
