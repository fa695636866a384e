/// Validates a worker's output as untrusted input: a compromised decoder can write anything.
enum WorkerOutput {
    static let headerLength = 24

    /// - Throws: `ImageError.crashed` for anything but one image and one thumbnail of the expected types.
    static func read(_ file: OpenFile, of type: MediaType, limits: MediaLimits) throws -> ImageWorker.Converted {
        let header = try file.read(at: 0, count: headerLength)
        guard header.count == headerLength, header.starts(with: "SPM2".utf8) else { throw ImageError.crashed }
        func number(_ offset: Int) -> Int64 { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        let (width, height) = (number(4), number(8))
        let content = Int64(headerLength)..<Int64(headerLength) + number(12)
        let thumbnail = content.upperBound..<content.upperBound + number(16)
        let decodedBytes = number(20) << 10
        let sides: ClosedRange<Int64> = 1...1_000_000
        let (contentType, thumbnailType) = (try sniff(file, content), try sniff(file, thumbnail))
        guard sides.contains(width), sides.contains(height), try file.size() == thumbnail.upperBound,
            decodedBytes <= limits.decodedImageBytes, contentType == type.stored,
            thumbnailType == .jpeg || thumbnailType == .png
        else { throw ImageError.crashed }
        return ImageWorker.Converted(
            width: Int(width),
            height: Int(height),
            file: file,
            content: content,
            thumbnail: thumbnail,
            thumbnailType: thumbnailType,
            decodedBytes: decodedBytes
        )
    }

    private static func sniff(_ file: OpenFile, _ range: Range<Int64>) throws -> MediaType {
        let header = try file.read(at: range.lowerBound, count: min(MediaType.sniffLength, Int(clamping: range.count)))
        return MediaType(sniffing: header)
    }
}
