extension VideoMetadataStripper {
    /// Zeros a track's samples, as located by its sample tables (ISO/IEC 14496-12 §8.7): the offset of each chunk, the
    /// number of samples per chunk, the size of each sample. If the tables contradict each other, only the consistent
    /// part is zeroed.
    mutating func eraseSamples(of track: BoxHeader) throws {
        guard let media = try child(.mdia, of: track), let information = try child(.minf, of: media),
            let tables = try child(.stbl, of: information)
        else { return }
        let chunks = try offsets(tables)
        let runs = try table(.stsc, of: tables, skipping: 4, width: 12)
        guard let sizes = try sampleSizes(tables) else { return }
        var sample = 0
        var run = 0
        for (index, offset) in chunks.enumerated() {
            // Each run starts with the number of its first chunk, counted from 1.
            while run + 1 < runs.count, runs[run + 1].number(0) <= UInt64(index) + 1 { run += 1 }
            guard run < runs.count else { return }
            let count = Int(min(runs[run].number(4), 1 << 20))
            let length = (sample..<min(sample + count, sizes.count)).reduce(Int64(0)) { $0 + sizes.at($1) }
            sample = min(sample + count, sizes.count)
            guard let start = Int64(exactly: offset), start >= 0, length > 0 else { continue }
            let (end, overflows) = start.addingReportingOverflow(length)
            if !overflows { try zero(start..<end) }
        }
    }

    private mutating func offsets(_ tables: BoxHeader) throws -> [UInt64] {
        if try child(.co64, of: tables) != nil {
            return try table(.co64, of: tables, skipping: 4, width: 8).map { $0.number(0) << 32 | $0.number(4) }
        }
        return try table(.stco, of: tables, skipping: 4, width: 4).map { $0.number(0) }
    }

    private struct Sizes {
        let each: Int64?
        let list: [[UInt8]]
        let count: Int
        func at(_ index: Int) -> Int64 { each ?? Int64(list[index].number(0)) }
    }

    private mutating func sampleSizes(_ tables: BoxHeader) throws -> Sizes? {
        guard let box = try child(.stsz, of: tables), box.content.count >= 12 else { return nil }
        let header = try read(box.content.lowerBound..<box.content.lowerBound + 12)
        guard header.count == 12 else { return nil }
        let each = Array(header[4..<8]).number(0)
        if each > 0 { return Sizes(each: Int64(each), list: [], count: Int(Array(header[8..<12]).number(0))) }
        let list = try table(.stsz, of: tables, skipping: 8, width: 4)
        return Sizes(each: nil, list: list, count: list.count)
    }

    /// The entries of a table. Its content is `skipping` bytes (version, flags and more), the number of entries, then
    /// the entries of `width` bytes each.
    private mutating func table(
        _ type: UInt32,
        of tables: BoxHeader,
        skipping: Int64,
        width: Int
    ) throws -> [[UInt8]] {
        guard let box = try child(type, of: tables), box.content.count > skipping + 4 else { return [] }
        let start = box.content.lowerBound + skipping
        let header = try read(start..<start + 4)
        guard header.count == 4 else { return [] }
        let available = Int(box.end - start - 4) / width
        let count = min(Int(header.number(0)), available, 1 << 20)
        let bytes = try read(start + 4..<start + 4 + Int64(count * width))
        return stride(from: 0, to: bytes.count - width + 1, by: width).map { Array(bytes[$0..<$0 + width]) }
    }
}

extension [UInt8] {
    /// Four bytes from `offset` as a number; 0 if there are fewer than four.
    fileprivate func number(_ offset: Int) -> UInt64 {
        guard offset + 4 <= count else { return 0 }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
