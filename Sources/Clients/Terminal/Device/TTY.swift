import Foundation
import Pictures

/// The terminal that this process may be attached to.
public enum TTY {
    public static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    public static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The width of the screen in columns; 80 if it is unknown.
    public static var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The size of the screen; 24 rows of 80 columns if it is unknown.
    static var size: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(rows: 24, columns: 80)
        }
        return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// The size of a cell in pixels; `nil` if the terminal doesn't tell.
    static var cell: CellSize? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        let (width, height) = (Int(size.ws_xpixel) / Int(size.ws_col), Int(size.ws_ypixel) / Int(size.ws_row))
        return width > 1 && height > 1 ? CellSize(width: width, height: height) : nil
    }

    /// Writes all of the text. If the reader has closed the pipe (`spotter tail | head`), the process exits quietly.
    public static func write(_ text: String, to file: CInt = 1) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                if errno == EPIPE { exit(0) }
                return
            }
        }
    }

    /// Writes a line to standard error. Standard output is for results only.
    public static func printToStandardError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Asks on the terminal and reads a line; `nil` at the end of input.
    /// - Parameter isSecret: reads without echo.
    public static func ask(_ question: String, isSecret: Bool = false) -> String? {
        // Whoever answers at once isn't shown either.
        let mode = isSecret ? TerminalMode.enter(.silent) : nil
        write(question, to: STDERR_FILENO)
        guard let mode else { return readLine() }
        defer {
            mode.restore()
            write("\n", to: STDERR_FILENO)
        }
        return readLine()
    }
}
