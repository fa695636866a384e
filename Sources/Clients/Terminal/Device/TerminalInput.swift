import Foundation

/// Standard input as a stream of byte blocks. Its own thread blocks in `read`, so that no shared thread does.
enum TerminalInput {
    static func bytes() -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            let thread = Thread {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(STDIN_FILENO, &buffer, buffer.count)
                    if count > 0 {
                        continuation.yield(Array(buffer[..<count]))
                    } else if count == 0 || errno != EINTR {
                        return continuation.finish()
                    }
                }
            }
            thread.start()
        }
    }

    /// Splits blocks into lines. The last line counts even without a line feed.
    struct LineSplitter {
        private var rest: [UInt8] = []

        mutating func feed(_ bytes: [UInt8]) -> [String] {
            var lines: [String] = []
            for byte in bytes {
                if byte == UInt8(ascii: "\n") {
                    lines.append(String(decoding: rest, as: UTF8.self))
                    rest = []
                } else if rest.count < 1 << 20 {
                    rest.append(byte)
                }
            }
            return lines
        }

        mutating func end() -> String? {
            defer { rest = [] }
            return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
        }
    }
}
