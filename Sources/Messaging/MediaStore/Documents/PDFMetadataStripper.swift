/// Removes author, title, program, dates and XMP from a PDF without moving a byte, so that its tables of offsets stay
/// valid: strings become empty, references to them and content of metadata streams become blanks.
///
/// Reads all objects in the file, also those of earlier versions. Document information in a compressed stream of
/// objects is only detached: no program shows it, but who decompresses the file can find it. What belongs to the pages
/// is kept, such as bookmarks, comments with their authors, and attached files.
struct PDFMetadataStripper {
    private let bytes: [UInt8]
    /// Numbers of objects with document information, and of strings that these refer to.
    private var information: Set<Int> = []
    private var strings: Set<Int> = []
    private(set) var edits: [Edit] = []

    /// Bytes to overwrite.
    struct Edit: Sendable, Hashable {
        let offset: Int
        let bytes: [UInt8]
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Strips a file in place.
    static func strip(_ file: OpenFile) throws {
        var stripper = PDFMetadataStripper(try file.read(at: 0, count: Int(clamping: try file.size())))
        stripper.run()
        for edit in stripper.edits { try file.write(edit.bytes, at: Int64(edit.offset)) }
    }

    /// Finds what to overwrite. Takes time in proportion to the size, for any input.
    mutating func run() {
        // What is document information may be said only after it.
        var objects = PDFObjects(bytes)
        while let object = objects.next() { collect(object) }
        objects = PDFObjects(bytes)
        while let object = objects.next() { collectStrings(object) }
        objects = PDFObjects(bytes)
        while let object = objects.next() { strip(object) }
    }

    private mutating func collect(_ object: PDFObjects.Object) {
        if object["Root"] != nil, case .reference(let number) = object["Info"] { information.insert(number) }
    }

    private mutating func collectStrings(_ object: PDFObjects.Object) {
        guard isInformation(object) else { return }
        for entry in object.entries {
            if case .reference(let number) = entry.value { strings.insert(number) }
        }
    }

    /// Also what no trailer names any more. Only document information has a producer or creator as a string.
    private func isInformation(_ object: PDFObjects.Object) -> Bool {
        if let number = object.number, information.contains(number) { return true }
        return object.stream == nil
            && object.entries.contains { entry in
                ["Producer", "Creator"].contains(entry.key) && (entry.value == .string || isReference(entry.value))
            } && object["Type"] == nil
    }

    private func isReference(_ value: PDFObjects.Value) -> Bool {
        if case .reference = value { true } else { false }
    }

    private mutating func strip(_ object: PDFObjects.Object) {
        if let string = object.string, let number = object.number, strings.contains(number) { empty(string) }
        let isInformation = isInformation(object)
        let isTrailer = object["Root"] != nil
        for entry in object.entries {
            switch entry.value {
            case .string where isInformation: empty(entry.valueRange)
            case .reference where entry.key == "Metadata" || (isTrailer && entry.key == "Info"):
                blank(entry.keyRange.lowerBound..<entry.valueRange.upperBound)
            default: break
            }
        }
        guard let stream = object.stream else { return }
        if object["Type"] == .name("Metadata") || object["Subtype"] == .name("XML") { blank(stream) }
        if bytes[stream].starts(with: [0xFF, 0xD8, 0xFF]) { stripJPEG(stream) }
    }

    /// Turns `(text)` into `()` and blanks, which is also right if the file is encrypted.
    private mutating func empty(_ string: Range<Int>) {
        guard string.count >= 2 else { return }
        let isHexadecimal = bytes[string.lowerBound] == UInt8(ascii: "<")
        let empty = Array((isHexadecimal ? "<>" : "()").utf8)
        edits.append(
            Edit(
                offset: string.lowerBound,
                bytes: empty + [UInt8](repeating: UInt8(ascii: " "), count: string.count - 2)
            )
        )
    }

    private mutating func blank(_ range: Range<Int>) {
        edits.append(
            Edit(offset: range.lowerBound, bytes: [UInt8](repeating: UInt8(ascii: " "), count: range.count))
        )
    }

    /// Zeros the segments of a JPEG in which cameras write: APP1 to APP13, APP15 and comments.
    private mutating func stripJPEG(_ range: Range<Int>) {
        var offset = range.lowerBound + 2
        while offset + 4 <= range.upperBound, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            // The image data begins.
            guard marker != 0xDA, length >= 2 else { return }
            let content = offset + 4..<min(offset + 2 + length, range.upperBound)
            let isColourProfile = marker == 0xE2 && bytes[content].starts(with: "ICC_PROFILE".utf8)
            // APP14 tells how the colours are coded.
            if (0xE1...0xEF).contains(marker) && marker != 0xEE || marker == 0xFE, !isColourProfile {
                edits.append(Edit(offset: content.lowerBound, bytes: [UInt8](repeating: 0, count: content.count)))
            }
            offset += 2 + length
        }
    }
}
