import Foundation
import Synchronization

/// A change of the terminal's settings that is undone however the process ends: normally, by `exit`, by a signal or by
/// a trap.
public struct TerminalMode: Sendable {
    public enum Kind: Sendable, Equatable {
        /// Line by line, without echo. For passwords.
        case silent
        /// Byte by byte, without echo. Ctrl-C and Ctrl-Z arrive as bytes. Line feeds still return the carriage.
        case raw
        /// Like `raw`, on the alternate screen: what was on the terminal before comes back afterwards.
        case fullScreen(mouse: Bool)
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

    /// Takes the terminal again after `restore`.
    func apply() {
        TerminalRestorer.leavesFullScreen(kind.isFullScreen)
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ECHO)
        switch kind {
        case .silent: break
        case .raw, .fullScreen:
            settings.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
            TTY.write(TerminalCommand.bracketedPaste)
        }
        if case .fullScreen(let mouse) = kind { TTY.write(TerminalCommand.enter(mouse: mouse)) }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    public func restore() { TerminalRestorer.restore() }

    /// Restores the terminal and stops the process, as Ctrl-Z does. Returns when the process is continued.
    public func suspend() {
        restore()
        // Threads of Dispatch block the signal, and `raise` sends it to this thread.
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        apply()
    }
}

/// Restores the terminal. Signal handlers call it, so it only reads memory that was prepared before and makes only
/// async-signal-safe calls.
private enum TerminalRestorer {
    /// Written once, before any handler that reads it is installed. Never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let pasteOff = Bytes(TerminalCommand.plainPaste)
    nonisolated(unsafe) private static let screenOff = Bytes(TerminalCommand.leave)
    /// Whether the alternate screen is on.
    private static let isFullScreen = Atomic(false)
    private static let isInstalled = Mutex(false)

    /// `false` if there is no terminal.
    static func install() -> Bool {
        isInstalled.withLock { isInstalled in
            if isInstalled { return true }
            guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, saved) == 0 else { return false }
            (_, _) = (pasteOff, screenOff)  // initialised here, because a signal handler can't
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

    static func leavesFullScreen(_ isOn: Bool) { isFullScreen.store(isOn, ordering: .relaxed) }

    static func restore() {
        let off = isFullScreen.exchange(false, ordering: .relaxed) ? screenOff : pasteOff
        if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, off.start, off.count) }
        tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
    }
}

/// Bytes at a fixed place, which a signal handler can read. Never freed.
private struct Bytes {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(_ text: String) {
        let bytes = Array(text.utf8)
        start = .allocate(capacity: bytes.count)
        start.initialize(from: bytes, count: bytes.count)
        count = bytes.count
    }
}

extension TerminalMode.Kind {
    fileprivate var isFullScreen: Bool { if case .fullScreen = self { true } else { false } }
}
