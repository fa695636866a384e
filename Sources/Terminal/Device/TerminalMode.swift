import Foundation
import Synchronization

/// A change of the terminal's settings that is undone however the process ends: normally, by `exit`, by a signal or by
/// a trap.
public struct TerminalMode: Sendable {
    public enum Kind: Sendable {
        /// Line by line, without echo. For passwords.
        case silent
        /// Byte by byte, without echo. Ctrl-C and Ctrl-Z arrive as bytes. Line feeds still return the carriage.
        case raw
    }

    private let kind: Kind

    /// `nil` if standard input isn't a terminal. Only one mode at a time.
    public static func enter(_ kind: Kind) -> TerminalMode? {
        guard TerminalRestorer.install() else { return nil }
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

    /// Restores the terminal and stops the process, as Ctrl-Z does. Returns when the process is continued.
    public func suspend() {
        restore()
        raise(SIGTSTP)
        apply()
    }
}

/// Restores the terminal. Signal handlers call it, so it only reads memory that was prepared before and makes only
/// async-signal-safe calls.
private enum TerminalRestorer {
    /// Written once, before any handler that reads it is installed. Never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let pasteOff: (bytes: UnsafeMutablePointer<UInt8>, count: Int) = {
        let bytes = Array("\u{1B}[?2004l".utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        return (copy, bytes.count)
    }()
    private static let isInstalled = Mutex(false)

    /// `false` if there is no terminal.
    static func install() -> Bool {
        isInstalled.withLock { isInstalled in
            if isInstalled { return true }
            guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, saved) == 0 else { return false }
            _ = pasteOff  // initialised here, because a signal handler can't
            isInstalled = true
            atexit { TerminalRestorer.restore() }
            for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
                signal(number) { number in
                    TerminalRestorer.restore()
                    // The signal's default action follows.
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
