import Foundation
import Synchronization

/// A change of the terminal's settings that is taken back however the process ends: in the normal course, by `exit`,
/// by a signal, or by a trap.
public struct TerminalMode: Sendable {
    public enum Kind: Sendable {
        /// Line by line, without echo: for passwords.
        case silent
        /// Byte by byte, without echo; Ctrl-C and Ctrl-Z are bytes. Line feeds still return the carriage.
        case raw
    }

    private let kind: Kind

    /// `nil` when standard input isn't a terminal. One mode at a time.
    public static func enter(_ kind: Kind) -> TerminalMode? {
        guard TerminalRestorer.arm() else { return nil }
        let mode = TerminalMode(kind: kind)
        mode.apply()
        return mode
    }

    private init(kind: Kind) { self.kind = kind }

    private func apply() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ECHO)
        if kind == .raw {
            settings.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
            TTY.write("\u{1B}[?2004h")  // bracketed paste
        }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    public func restore() { TerminalRestorer.restore() }

    /// Stops the process as Ctrl-Z does, with the terminal as it was; comes back when it's continued.
    public func suspend() {
        restore()
        raise(SIGTSTP)
        apply()
    }
}

/// Puts the terminal back. Reached from signal handlers, so it touches memory that was set before and makes only
/// async-signal-safe calls.
private enum TerminalRestorer {
    /// Written once, before any handler that reads it is installed; never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let pasteOff: (bytes: UnsafeMutablePointer<UInt8>, count: Int) = {
        let bytes = Array("\u{1B}[?2004l".utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        return (copy, bytes.count)
    }()
    private static let isArmed = Mutex(false)

    /// `false` without a terminal.
    static func arm() -> Bool {
        isArmed.withLock { isArmed in
            if isArmed { return true }
            guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, saved) == 0 else { return false }
            _ = pasteOff  // made now, not in a handler
            isArmed = true
            atexit { TerminalRestorer.restore() }
            for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
                signal(number) { number in
                    TerminalRestorer.restore()
                    // Then what the signal does anyway.
                    signal(number, SIG_DFL)
                    raise(number)
                }
            }
            return true
        }
    }

    static func restore() {
        if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, pasteOff.bytes, pasteOff.count) }
        tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
    }
}
