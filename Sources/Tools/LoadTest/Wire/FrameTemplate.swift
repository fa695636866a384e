/// Where the fields of an encoded frame are.
enum FrameTemplate {
    /// The offset after `field`, which the frame has to have: quotes inside texts are escaped, so that no text has one.
    static func end(of field: String, in frame: [UInt8]) -> Int {
        guard let range = frame.firstRange(of: Array(field.utf8)) else {
            preconditionFailure("a frame of this kind has \(field)")
        }
        return range.upperBound
    }
}
