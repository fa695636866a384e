/// PDFs written object by object.
package enum PDFFixture {
    /// A page with its table of offsets, and everything that names the author: document information in two versions, a
    /// string of its own, XMP, and a photo with a comment.
    package static func document() -> [UInt8] {
        let xmp = "<x:xmpmeta><dc:creator>Eve of Zurich</dc:creator></x:xmpmeta>"
        let photo = "\u{FF}\u{D8}\u{FF}\u{E1}\u{0}\u{B}Exif Evee\u{FF}\u{FE}\u{0}\u{5}Eve\u{FF}\u{DA}pixels"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R /Outlines 8 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>",
            "<< /Length 30 >>\nstream\nBT (endstream not yet) Tj ET %%%\nendstream",
            "<< /Title (Eve \\) at (home)) /Author <457665> /Pro#64ucer (EvePDF) /Company (Eve Inc) "
                + "/CreationDate (D:20260101120000) /Keywords 7 0 R % a comment (\n /Trapped /False >>",
            "<< /Type /Metadata /Subtype /XML /Length \(xmp.utf8.count) >>\nstream\n\(xmp)\nendstream",
            "(keyword of Eve)",
            "<< /Type /Outlines /Title (Chapter one) /Count 0 >>",
            "<< /Subtype /Image /Filter /DCTDecode /Length 9 0 R >>\nstream\n\(photo)\nendstream",
            // An earlier version, which nothing names any more.
            "<< /Creator (EveWriter) /Title (Draft) >>",
        ]
        var bytes = Array("%PDF-1.7\n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        var offsets: [Int] = []
        func add(_ text: String) { bytes += text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            add("\(index + 1) 0 obj\n\(object)\nendobj\n")
        }
        let table = bytes.count
        add("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n")
        for offset in offsets { add(String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n") }
        add("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 5 0 R >>\nstartxref\n\(table)\n%%EOF\n")
        return bytes
    }
}
