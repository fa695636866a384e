import GRDBSQLite

/// The tokenizer `spotter` of FTS5: the words of `IndexedTerm`, for a table's `tokenize`.
///
/// A text of plain letters is left to FTS5's own `porter unicode61`, which finds the same words in a fraction of the time.
enum WordTokenizer {
    static let name = "spotter"

    static func register(with api: UnsafeMutablePointer<fts5_api>) -> CInt {
        var tokenizer = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
        return api.pointee.xCreateTokenizer(api, name, api, &tokenizer, nil)
    }

    /// FTS5's own tokenizer.
    private final class Plain {
        let tokenizer: fts5_tokenizer
        let handle: OpaquePointer

        init?(_ api: UnsafeMutablePointer<fts5_api>) {
            var (tokenizer, context) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none)
            var handle: OpaquePointer?
            let code = "unicode61".withCString { base in
                "remove_diacritics".withCString { option in
                    "2".withCString { value in
                        var arguments = [base, option, value] as [UnsafePointer<CChar>?]
                        guard api.pointee.xFindTokenizer(api, "porter", &context, &tokenizer) == SQLITE_OK else {
                            return SQLITE_ERROR
                        }
                        return tokenizer.xCreate(context, &arguments, CInt(arguments.count), &handle)
                    }
                }
            }
            guard code == SQLITE_OK, let handle else { return nil }
            (self.tokenizer, self.handle) = (tokenizer, handle)
        }

        deinit { tokenizer.xDelete(handle) }
    }

    private static let create:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, CInt,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt = { api, _, _, handle in
            guard let api = api?.assumingMemoryBound(to: fts5_api.self), let plain = Plain(api) else {
                return SQLITE_ERROR
            }
            handle?.pointee = OpaquePointer(Unmanaged.passRetained(plain).toOpaque())
            return SQLITE_OK
        }

    private static let delete: @convention(c) (OpaquePointer?) -> Void = { handle in
        guard let handle else { return }
        Unmanaged<Plain>.fromOpaque(UnsafeRawPointer(handle)).release()
    }

    private typealias Callback =
        @convention(c) (UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, CInt, CInt, CInt) -> CInt

    private static let tokenize:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, CInt, Callback?
        ) -> CInt = { handle, context, flags, text, count, callback in
            guard let handle, let callback else { return SQLITE_ERROR }
            let bytes = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(max(count, 0)))
            // Bytes that aren't UTF-8 have no words of ours, and places of words must lie within the bytes.
            if !isPlain(bytes), let text = String(validating: bytes, as: UTF8.self) {
                return report(IndexedTerm.terms(of: text), to: callback, context)
            }
            let plain = Unmanaged<Plain>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
            return plain.tokenizer.xTokenize(plain.handle, context, flags, text, count, callback)
        }

    private static func report(
        _ terms: [IndexedTerm],
        to callback: Callback,
        _ context: UnsafeMutableRawPointer?
    ) -> CInt {
        for term in terms {
            var text = term.text
            let (start, end) = (CInt(term.range.lowerBound), CInt(term.range.upperBound))
            let code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    callback(context, 0, $0.baseAddress, CInt($0.count), start, end)
                }
            }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    /// Whether a text has nothing but ASCII, Latin letters with their accents except ß, and the punctuation of U+2000 to
    /// U+203F. In UTF-8: one byte, two that begin with C3, or three that begin with E2 80.
    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var before: UInt8 = 0
        for byte in bytes {
            switch byte {
            case ..<0x80, 0xC3, 0xE2: break
            case 0x9F where before == 0xC3: return false
            case 0x81...0xBF where before == 0xE2: return false
            case 0x80...0xBF: break
            default: return false
            }
            before = byte
        }
        return true
    }
}
