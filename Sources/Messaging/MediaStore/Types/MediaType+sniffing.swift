extension MediaType {
    /// The number of leading bytes that decide the type.
    static let sniffLength = 1024

    /// Detects the type of a file from its first bytes. Every input has a type.
    init(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.sniffLength))
        self =
            if head.starts(with: [0xFF, 0xD8, 0xFF]) {
                .jpeg
            } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                .png
            } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
                .gif
            } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
                .webp
            } else if head.starts(with: "%PDF-".utf8) {
                .pdf
            } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
                Self.matroska(head)
            } else {
                Self.isoMedia(head) ?? .other
            }
    }

    /// EBML with the document type `webm`. Browsers don't play other Matroska files.
    private static func matroska(_ head: [UInt8]) -> MediaType {
        let limit = Int64(head.count)
        guard let header = EBMLElement(head.prefix(EBMLElement.maxHeaderLength), at: 0, limit: limit) else {
            return .other
        }
        let end = header.end
        var offset = header.content.lowerBound
        while offset < end {
            let bytes = head[Int(offset)...].prefix(EBMLElement.maxHeaderLength)
            guard let element = EBMLElement(bytes, at: offset, limit: end) else { return .other }
            if element.id == MatroskaID.documentType {
                let text = head[Int(element.content.lowerBound)..<Int(element.end)].prefix { $0 != 0 }
                return text.elementsEqual("webm".utf8) ? .webm : .other
            }
            offset = element.end
        }
        return .other
    }

    /// ISO base media (ISO/IEC 14496-12 §4.3) and its predecessor QuickTime.
    private static func isoMedia(_ head: [UInt8]) -> MediaType? {
        guard head.count >= 12 else { return nil }
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        switch String(decoding: head[4..<8], as: UTF8.self) {
        case "ftyp":
            guard size >= 16 else { return nil }
            // The major brand, its version, and the compatible brands.
            let words = stride(from: 8, to: min(size, head.count) - 3, by: 4).map { head[$0..<$0 + 4] }
            return type(
                ofBrands:
                    words.enumerated().filter { $0.offset != 1 }.map { String(decoding: $0.element, as: UTF8.self) }
            )
        // Videos of old cameras have no brand.
        case "moov", "wide": return size >= 8 ? .quickTime : nil
        case "mdat": return size == 1 || size >= 8 ? .quickTime : nil
        default: return nil
        }
    }

    private static func type(ofBrands brands: [String]) -> MediaType? {
        let imageBrands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
        let videoBrands: Set = [
            "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "M4VP", "MSNV",
            "dash", "3gp4", "3gp5", "3gp6", "3gp7", "3g2a", "mmp4", "f4v ", "XAVC",
        ]
        guard let major = brands.first else { return nil }
        if imageBrands.contains(major) { return .heif }
        if major == "qt  " { return .quickTime }
        if videoBrands.contains(major) { return .mp4 }
        if major.hasPrefix("M4A") || major.hasPrefix("M4B") { return nil }
        return brands.contains { videoBrands.contains($0) } ? .mp4 : nil
    }
}
