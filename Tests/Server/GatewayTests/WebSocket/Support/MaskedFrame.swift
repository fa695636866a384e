import NIOCore

/// A frame as a client sends it, right or deliberately wrong.
struct MaskedFrame {
    var opcode: UInt8
    var payload: [UInt8] = []
    var isFinal = true
    var reservedBits: UInt8 = 0
    var maskingKey: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]

    static func text(_ text: String, isFinal: Bool = true) -> Self {
        Self(opcode: 1, payload: Array(text.utf8), isFinal: isFinal)
    }

    static func binary(_ bytes: [UInt8]) -> Self { Self(opcode: 2, payload: bytes) }

    static func continuation(_ text: String, isFinal: Bool) -> Self {
        Self(opcode: 0, payload: Array(text.utf8), isFinal: isFinal)
    }

    static func close(_ code: UInt16? = nil, reason: String = "") -> Self {
        let codeBytes = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
        return Self(opcode: 8, payload: codeBytes + Array(reason.utf8))
    }

    static func ping(_ text: String = "") -> Self { Self(opcode: 9, payload: Array(text.utf8)) }

    var bytes: [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | reservedBits << 4 | opcode]
        let maskBit: UInt8 = maskingKey == nil ? 0 : 0x80
        switch payload.count {
        case ...125: bytes.append(maskBit | UInt8(payload.count))
        case ...0xFFFF: bytes += [maskBit | 126] + Self.bigEndian(payload.count, width: 2)
        default: bytes += [maskBit | 127] + Self.bigEndian(payload.count, width: 8)
        }
        guard let key = maskingKey else { return bytes + payload }
        return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
    }

    private static func bigEndian(_ value: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension [MaskedFrame] {
    var buffer: ByteBuffer { ByteBuffer(bytes: flatMap(\.bytes)) }
}
