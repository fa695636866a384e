/// Characters that a model reads but people don't see: bidirectional overrides, tag characters.
package enum HiddenScalars {
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }
}
