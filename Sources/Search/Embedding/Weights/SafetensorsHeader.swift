import Foundation

/// The table of contents of a safetensors file: an 8-byte little-endian length, then that many bytes of JSON,
/// then the tensors' data without gaps (format: the `safetensors` project's README).
struct SafetensorsHeader: Sendable {
    struct Tensor: Sendable, Equatable {
        let type: String
        /// Sizes from the outermost to the innermost dimension.
        let shape: [Int]
        /// The place of the data in the whole file.
        let range: Range<Int>
    }

    /// Far above any real header; bounds the memory that a damaged file takes.
    static let maxLength = 16 << 20

    let tensors: [String: Tensor]

    /// Total: any bytes give a header whose ranges lie inside `file`, or an error.
    init(file: UnsafeRawBufferPointer) throws(WeightsError) {
        guard file.count >= 8 else { throw .malformed("shorter than its length field") }
        let declared = UInt64(littleEndian: file.loadUnaligned(as: UInt64.self))
        guard let length = Int(exactly: declared), length <= Self.maxLength, length <= file.count - 8 else {
            throw .malformed("header length \(declared) does not fit the file")
        }
        let dataStart = 8 + length
        let entries: [String: Entry]
        do {
            entries = try JSONDecoder().decode([String: Entry].self, from: Data(file[8..<dataStart]))
        } catch {
            throw .malformed("its header is not JSON of tensors")
        }
        var tensors: [String: Tensor] = [:]
        for (name, entry) in entries where name != "__metadata__" {
            tensors[name] = try entry.tensor(named: name, dataStart: dataStart, fileLength: file.count)
        }
        try Self.checkContiguous(tensors.values, from: dataStart, to: file.count)
        self.tensors = tensors
    }

    /// The format allows neither holes nor overlaps, so that no two readers can disagree about a file.
    private static func checkContiguous(
        _ tensors: some Sequence<Tensor>,
        from start: Int,
        to end: Int
    ) throws(WeightsError) {
        var position = start
        for range in tensors.map(\.range).sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        ) {
            guard range.lowerBound == position else { throw .malformed("its tensors overlap or leave holes") }
            position = range.upperBound
        }
        guard position == end else { throw .malformed("its data ends elsewhere than its last tensor") }
    }
}

extension SafetensorsHeader {
    /// One entry of the JSON. `__metadata__` decodes to `nil` in every field.
    private struct Entry: Decodable {
        var dtype: String?
        var shape: [Int]?
        var data_offsets: [Int]?

        func tensor(named name: String, dataStart: Int, fileLength: Int) throws(WeightsError) -> Tensor {
            guard let dtype, let shape, let data_offsets, data_offsets.count == 2 else {
                throw .malformed("tensor \(name) lacks its type, shape or offsets")
            }
            let (lower, upper) = (data_offsets[0], data_offsets[1])
            guard 0 <= lower, lower <= upper, upper <= fileLength - dataStart else {
                throw .malformed("tensor \(name) lies outside the file")
            }
            guard let size = Self.elementSizes[dtype] else { throw .unsupportedType(tensor: name, type: dtype) }
            var bytes = size
            for extent in shape {
                let (product, overflow) = bytes.multipliedReportingOverflow(by: extent)
                guard extent >= 0, !overflow else { throw .malformed("tensor \(name) has an impossible shape") }
                bytes = product
            }
            guard bytes == upper - lower else { throw .malformed("tensor \(name)'s shape and data disagree") }
            return Tensor(type: dtype, shape: shape, range: dataStart + lower..<dataStart + upper)
        }

        /// Bytes per element, for the format's types of whole bytes.
        private static let elementSizes = [
            "BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "U16": 2, "I16": 2, "F16": 2, "BF16": 2,
            "U32": 4, "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8,
        ]
    }
}
