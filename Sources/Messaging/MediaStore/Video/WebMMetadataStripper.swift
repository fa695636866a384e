/// Removes titles, tags, dates, attachments and program names from a WebM file without moving a byte: what holds them
/// becomes a zeroed `Void` element, so that every offset in the file stays valid.
///
/// Keeps only elements that it knows to be needed for playing (RFC 9559 §5). A track of metadata, which can hold
/// positions, is removed together with its blocks.
struct WebMMetadataStripper {
    /// The file isn't valid, so its metadata can't be located.
    struct Damaged: Error {}

    private typealias ID = MatroskaID

    private let file: OpenFile
    private let size: Int64
    private var window: FileWindow
    private var elementsLeft = 2_000_000
    private var removedTracks: Set<UInt64> = []

    init(_ file: OpenFile) throws {
        self.file = file
        size = try file.size()
        window = FileWindow(file)
    }

    /// - Throws: `Damaged` if the elements can't be parsed; `FileError`.
    mutating func run() throws {
        var hasSegment = false
        var offset: Int64 = 0
        while let element = try element(at: offset, limit: size) {
            switch element.id {
            case ID.header: try keep(ID.headerParts, in: element.content)
            case ID.segment:
                hasSegment = true
                try stripSegment(element.content)
            default: try erase(element)
            }
            offset = element.end
        }
        guard hasSegment else { throw Damaged() }
        // What follows can't be played.
        try file.fill(offset..<size)
    }

    private mutating func stripSegment(_ range: Range<Int64>) throws {
        var offset = range.lowerBound
        while let element = try element(at: offset, limit: range.upperBound) {
            offset = element.end
            // Only clusters may leave their size open.
            guard !element.isSizeUnknown || element.id == ID.cluster else { throw Damaged() }
            switch element.id {
            case ID.information:
                try keep([ID.timestampScale, ID.duration], blanking: ID.programs, in: element.content)
            case ID.seekHead: try stripSeekHead(element.content)
            case ID.tracks: try stripTracks(element.content)
            case ID.cues: break
            case ID.cluster: offset = try stripCluster(element)
            default: try erase(element)
            }
        }
        try file.fill(offset..<range.upperBound)
    }

    /// Removes what points to elements that are no longer there.
    private mutating func stripSeekHead(_ range: Range<Int64>) throws {
        for entry in try children(of: range) {
            let target = entry.id == ID.seek ? try child(ID.seekID, of: entry) : nil
            let isKept = ID.segmentParts.contains { target == UInt64($0) }
            if !isKept { try erase(entry) }
        }
    }

    private mutating func stripTracks(_ range: Range<Int64>) throws {
        for track in try children(of: range) {
            guard track.id == ID.track, ID.keptTrackTypes.contains(try child(ID.trackType, of: track) ?? 0) else {
                if track.id == ID.track, let number = try child(ID.trackNumber, of: track) {
                    removedTracks.insert(number)
                }
                try erase(track)
                continue
            }
            for part in try children(of: track.content) where ID.trackTexts.contains(part.id) { try erase(part) }
        }
    }

    /// - Returns: where the cluster ends; if its size is unknown, that's where the next part of the segment begins.
    private mutating func stripCluster(_ cluster: EBMLElement) throws -> Int64 {
        var offset = cluster.content.lowerBound
        while let element = try element(at: offset, limit: cluster.end) {
            if cluster.isSizeUnknown, ID.segmentParts.contains(element.id) || element.id == ID.header { return offset }
            offset = element.end
            switch element.id {
            case ID.simpleBlock, ID.blockGroup:
                if !removedTracks.isEmpty, try isRemoved(element) { try erase(element) }
            case ID.timestamp, ID.position, ID.previousSize: break
            default: try erase(element)
            }
        }
        try file.fill(offset..<cluster.end)
        return cluster.end
    }

    private mutating func isRemoved(_ element: EBMLElement) throws -> Bool {
        var block = element
        if element.id == ID.blockGroup {
            guard let inner = try children(of: element.content).first(where: { $0.id == ID.block }) else { return true }
            block = inner
        }
        // A block begins with the number of its track, coded as a size is.
        let bytes = try window.read(at: block.content.lowerBound, count: 8)
        guard let first = bytes.first, first != 0 else { return true }
        let length = first.leadingZeroBitCount + 1
        let mask = (UInt64(1) << (7 * UInt64(length))) - 1
        return removedTracks.contains(bytes.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask)
    }

    // MARK: Elements

    private mutating func element(at offset: Int64, limit: Int64) throws -> EBMLElement? {
        guard offset < limit else { return nil }
        guard elementsLeft > 0 else { throw Damaged() }
        elementsLeft -= 1
        let count = Int(min(Int64(EBMLElement.maxHeaderLength), limit - offset))
        return EBMLElement(try window.read(at: offset, count: count), at: offset, limit: limit)
    }

    private mutating func children(of range: Range<Int64>) throws -> [EBMLElement] {
        var found: [EBMLElement] = []
        var offset = range.lowerBound
        while let element = try element(at: offset, limit: range.upperBound) {
            found.append(element)
            offset = element.end
        }
        return found
    }

    /// The number in the first child with this id.
    private mutating func child(_ id: UInt32, of parent: EBMLElement) throws -> UInt64? {
        guard let child = try children(of: parent.content).first(where: { $0.id == id }), child.content.count <= 8
        else {
            return nil
        }
        let bytes = try window.read(at: child.content.lowerBound, count: child.content.count)
        return bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// Erases all but these elements, and the texts of elements that a file must have.
    private mutating func keep(
        _ kept: Set<UInt32>,
        blanking texts: Set<UInt32> = [],
        in range: Range<Int64>
    ) throws {
        for element in try children(of: range) where !kept.contains(element.id) {
            if texts.contains(element.id) { try file.fill(element.content) } else { try erase(element) }
        }
    }

    private func erase(_ element: EBMLElement) throws {
        guard !element.isSizeUnknown else { throw Damaged() }
        let header = element.voidHeader
        try file.write(header, at: element.start)
        try file.fill(element.start + Int64(header.count)..<element.end)
    }
}
