/// What a worker wrote, checked as if it came from a stranger: a decoder that was taken over writes what it likes.
enum WorkerOutput {
    static let headLength = 20

    /// - Throws: `ImageRefusal.crashed` for anything but one picture and one thumbnail of the types that were asked for.
    static func read(_ file: OpenFile, of type: MediaType) throws -> ImageWorker.Converted {
        let head = try file.read(at: 0, count: headLength)
        guard head.count == headLength, head.starts(with: "SPM1".utf8) else { throw ImageRefusal.crashed }
        func number(_ offset: Int) -> Int64 { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        let (width, height) = (number(4), number(8))
        let content = Int64(headLength)..<Int64(headLength) + number(12)
        let thumbnail = content.upperBound..<content.upperBound + number(16)
        let sides: ClosedRange<Int64> = 1...1_000_000
        let (contentType, thumbnailType) = (try sniff(file, content), try sniff(file, thumbnail))
        guard sides.contains(width), sides.contains(height), try file.size() == thumbnail.upperBound,
            contentType == type.stored, thumbnailType == .jpeg || thumbnailType == .png
        else { throw ImageRefusal.crashed }
        return ImageWorker.Converted(
            width: Int(width),
            height: Int(height),
            file: file,
            content: content,
            thumbnail: thumbnail,
            thumbnailType: thumbnailType
        )
    }

    private static func sniff(_ file: OpenFile, _ range: Range<Int64>) throws -> MediaType {
        let head = try file.read(at: range.lowerBound, count: min(MediaType.headLength, Int(clamping: range.count)))
        return MediaType(head: head)
    }
}
