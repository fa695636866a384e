import Domain
import Foundation

/// A form with files (RFC 7578) in memory. Every body has an answer: parts, or an error that says what is wrong.
struct MultipartForm {
    struct Part {
        let name: String
        let fileName: String?
        let content: ArraySlice<UInt8>

        /// The content as text without space around it; `nil` if it isn't UTF-8.
        var text: String? { String(validating: content, as: UTF8.self)?.trimmed }
    }

    static let maxParts = 32
    /// Of the headers of one part.
    private static let maxHeadBytes = 4096

    private(set) var parts: [Part] = []

    subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The boundary that a content type names; `nil` if it isn't that of a form with files.
    static func boundary(of contentType: String) -> String? {
        let pieces = contentType.split(separator: ";").map { String($0).trimmed }
        guard pieces.first?.lowercased() == "multipart/form-data" else { return nil }
        let named = pieces.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }
        let boundary = named.map { unquoted(String($0.dropFirst("boundary=".count))) } ?? ""
        return (1...70).contains(boundary.utf8.count) ? boundary : nil
    }

    /// - Throws: `invalid_request`.
    init(_ body: [UInt8], boundary: String) throws(SpotterError) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.broken }
        var offset = delimiter.count - 2
        while true {
            // Two dashes end the form.
            if body[offset...].starts(with: "--".utf8) { return }
            guard body[offset...].starts(with: "\r\n".utf8), parts.count < Self.maxParts,
                let end = Self.place(of: delimiter, in: body, from: offset)
            else { throw Self.broken }
            parts.append(try Self.part(body[offset..<end]))
            offset = end + delimiter.count
        }
    }

    /// - Parameter bytes: begin with the line feed after the delimiter.
    private static func part(_ bytes: ArraySlice<UInt8>) throws(SpotterError) -> Part {
        let head = bytes.prefix(maxHeadBytes)
        guard let blank = head.firstRange(of: Array("\r\n\r\n".utf8)) else { throw broken }
        let lines = String(decoding: head[head.startIndex..<blank.lowerBound], as: UTF8.self)
            .split(whereSeparator: \.isNewline)
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") } ?? ""
        guard let name = parameter("name", of: disposition) else { throw broken }
        return Part(name: name, fileName: parameter("filename", of: disposition), content: bytes[blank.upperBound...])
    }

    private static func parameter(_ name: String, of line: Substring) -> String? {
        let pieces = line.split(separator: ";").map { String($0).trimmed }
        return pieces.first { $0.lowercased().hasPrefix("\(name)=") }.map {
            unquoted(String($0.dropFirst(name.count + 1)))
        }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Looks for carriage returns first, which the system finds fast.
    private static func place(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { buffer in
            var offset = start
            while offset <= buffer.count - pattern.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
                guard let base = rest.baseAddress, let found = memchr(base, 0x0D, rest.count) else { return nil }
                offset += base.distance(to: UnsafeRawPointer(found))
                if buffer[offset...].starts(with: pattern) { return offset }
                offset += 1
            }
            return nil
        }
    }

    private static let broken = SpotterError.invalid(
        "The form can't be read: it must be multipart/form-data with a part named file."
    )
}
