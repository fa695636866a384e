/// Writes the XML of answers, with the prefixes of WebDAV and CalDAV. A part of a document at a time: what is written is
/// taken, and the rest goes on behind it.
struct XMLWriter {
    private(set) var text = ""

    static let declaration = #"<?xml version="1.0" encoding="utf-8"?>"# + "\n"

    /// What the document's element declares.
    static let namespaces = XMLNamespace.prefixes.map { #" xmlns:\#($0.prefix)="\#($0.namespace)""# }.joined()

    /// The bytes that are written.
    var count: Int { text.utf8.count }

    /// A whole document.
    mutating func root(_ tag: String, _ body: (inout XMLWriter) -> Void) {
        text += "\(Self.declaration)<\(tag)\(Self.namespaces)>"
        body(&self)
        text += "</\(tag)>\n"
    }

    mutating func element(_ tag: String, _ body: (inout XMLWriter) -> Void) {
        text += "<\(tag)>"
        body(&self)
        text += "</\(tag)>"
    }

    mutating func element(_ tag: String, text value: String) { text += "<\(tag)>\(Self.escaped(value))</\(tag)>" }

    mutating func empty(_ tag: String) { text += "<\(tag)/>" }

    /// Markup that is already written.
    mutating func raw(_ markup: String) { text += markup }

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 64)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
            case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
            case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
            case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
            // A reader would make a line feed of it.
            case 0x0D: bytes += Array("&#13;".utf8)
            case 0x09, 0x0A: bytes.append(byte)
            // XML has no other control characters, nor U+FFFE and U+FFFF.
            case 0..<0x20: continue
            case 0xBE, 0xBF:
                if bytes.suffix(2) == [0xEF, 0xBF] { bytes.removeLast(2) } else { bytes.append(byte) }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
