/// PDFs that tests write object by object.
///
/// ```swift
/// let bytes = TestPDF.document(pages: [["Squats 5x5", "Rest 3 min"], ["Page two"]])
/// ```
public enum TestPDF {
    /// How the letters of a page are written.
    public enum Font: Sendable, CaseIterable {
        /// One of the fonts that every reader of PDFs knows, in bytes of WinAnsi.
        case standard
        /// As programs embed them: numbers of glyphs, and a table that says which letters they are.
        case numbered
    }

    /// Pages of lines, each page with a stream of its own.
    public static func document(pages: [[String]], font: Font = .standard) -> [UInt8] {
        document(contents: pages.map { content($0, font) }, font: font)
    }

    /// Pages of these streams of instructions.
    /// - Parameters:
    ///   - filters: how each stream is encoded: `[/RunLengthDecode]`.
    ///   - count: what the document says of how many pages it has.
    public static func document(
        contents: [[UInt8]],
        font: Font = .standard,
        filters: String? = nil,
        count: Int? = nil
    ) -> [UInt8] {
        var objects = [Array("<< /Type /Catalog /Pages 2 0 R >>".utf8), []]
        objects += fontObjects(font)
        var kids: [String] = []
        for content in contents {
            let stream = objects.count + 1
            objects.append(self.stream(content, filters.map { "/Filter \($0)" } ?? ""))
            kids.append("\(objects.count + 1) 0 R")
            objects.append(
                Array(
                    """
                    << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents \(stream) 0 R \
                    /Resources << /Font << /F 3 0 R >> >> >>
                    """.utf8
                )
            )
        }
        let pages = "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(count ?? contents.count) >>"
        objects[1] = Array(pages.utf8)
        return file(objects)
    }

    /// A document whose words are hidden behind a password that nobody knows.
    public static func locked() -> [UInt8] {
        let secret = String(repeating: "7A", count: 32)
        return file(
            [
                Array("<< /Type /Catalog /Pages 2 0 R >>".utf8), Array("<< /Type /Pages /Kids [] /Count 0 >>".utf8),
                Array("<< /Filter /Standard /V 1 /R 2 /O <\(secret)> /U <\(secret)> /P -4 >>".utf8),
            ],
            trailer: "/Encrypt 3 0 R /ID [<\(secret)> <\(secret)>]"
        )
    }

    /// `<< … >>` objects, numbered from 1; the first is the catalogue.
    public static func file(_ objects: [[UInt8]], trailer: String = "") -> [UInt8] {
        var bytes = Array("%PDF-1.7\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let table = bytes.count
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            bytes += Array((String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n").utf8)
        }
        let end = "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\nstartxref\n\(table)\n%%EOF\n"
        return bytes + Array(end.utf8)
    }

    public static func stream(_ bytes: [UInt8], _ entries: String = "") -> [UInt8] {
        Array("<< /Length \(bytes.count) \(entries) >>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
    }

    /// Draws lines below one another.
    public static func content(_ lines: [String], _ font: Font = .standard) -> [UInt8] {
        var bytes = Array("BT /F 12 Tf 72 720 Td 14 TL\n".utf8)
        for line in lines {
            switch font {
            case .standard:
                let escaped = line.unicodeScalars.flatMap { scalar -> [UInt8] in
                    let byte = UInt8(exactly: scalar.value) ?? 0x3F
                    return [0x28, 0x29, 0x5C].contains(byte) ? [0x5C, byte] : [byte]
                }
                bytes += Array("(".utf8) + escaped + Array(") Tj T*\n".utf8)
            case .numbered:
                let numbers = line.unicodeScalars.map { hex(UInt16(exactly: $0.value) ?? 0x3F) }.joined()
                bytes += Array("<\(numbers)> Tj T*\n".utf8)
            }
        }
        return bytes + Array("ET\n".utf8)
    }

    // MARK: Fonts

    private static func fontObjects(_ font: Font) -> [[UInt8]] {
        switch font {
        case .standard:
            return [
                Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8)
            ]
        case .numbered:
            // Each number is the letter's own in Unicode.
            let table = """
                /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def
                1 begincodespacerange <0000> <FFFF> endcodespacerange
                1 beginbfrange <0000> <FFFF> <0000> endbfrange
                endcmap end end
                """
            return [
                Array(
                    """
                    << /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [4 0 R] \
                    /ToUnicode 5 0 R >>
                    """.utf8
                ),
                Array(
                    """
                    << /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 600 /CIDSystemInfo << /Registry (Adobe) \
                    /Ordering (Identity) /Supplement 0 >> >>
                    """.utf8
                ),
                stream(Array(table.utf8)),
            ]
        }
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
