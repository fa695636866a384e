import CMediaWorker

/// Validates a document worker's output as untrusted input: a compromised reader can write anything.
enum TextOutput {
    private static let headerLength = Int(MEDIA_WORKER_TEXT_HEADER)

    /// - Throws: `DocumentError`: `withoutText` if there is none, `tooComplex` for anything but what a worker writes.
    static func read(_ file: OpenFile, limits: MediaLimits) throws -> DocumentText {
        let header = try file.read(at: 0, count: headerLength)
        guard header.count == headerLength, header.starts(with: "SPT1".utf8) else { throw DocumentError.tooComplex }
        func number(_ offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (pageCount, pagesRead, cut, size) = (number(4), number(8), number(12), number(16))
        guard size <= limits.textCharacters * 4 + limits.textPages, cut <= 1, pageCount >= 1,
            pagesRead <= min(pageCount, limits.textPages), try file.size() == Int64(headerLength + size),
            let text = String(validating: try file.read(at: Int64(headerLength), count: size), as: UTF8.self)
        else { throw DocumentError.tooComplex }
        // A form feed ends each page.
        let pages = text.unicodeScalars.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast()
        guard pages.count == pagesRead, text.unicodeScalars.count - pagesRead <= limits.textCharacters else {
            throw DocumentError.tooComplex
        }
        guard pages.contains(where: { $0.contains { !$0.properties.isWhitespace } }) else {
            throw DocumentError.withoutText
        }
        return DocumentText(pages: pages.map { String($0) }, pageCount: pageCount, isCut: cut == 1)
    }
}
