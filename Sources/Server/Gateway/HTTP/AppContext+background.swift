import Accounts
package import Domain

extension AppContext {
    /// JSON of so many values, or of so many bytes if the values aren't counted, is read within some milliseconds.
    static let maxQuickElements = 1_000
    private static let maxQuickBytes = 8 << 10

    /// Runs `work` where it holds up nobody, if it takes long: in the turns of the user who asks. What strangers send is
    /// short.
    /// - Parameter user: `nil` means the request's principal; given by a route that authenticates its caller itself.
    package func inBackground<Value: Sendable>(
        of user: UserID? = nil,
        if takesLong: Bool = true,
        _ work: @concurrent () async throws -> Value
    ) async rethrows -> Value {
        guard takesLong, let user = user ?? credential?.userId else { return try await work() }
        return try await BackgroundWork.shared.run(of: user, work)
    }

    /// Parses JSON of which little is known but its length, such as another API's, where it holds up nobody.
    /// - Parameter user: as for `inBackground`.
    /// - Returns: `nil` for what isn't JSON within these bounds.
    package func parse(
        _ bytes: [UInt8],
        of user: UserID? = nil,
        maxBytes: Int,
        maxDepth: Int,
        maxElements: Int
    ) async -> JSONValue? {
        await inBackground(of: user, if: bytes.count > Self.maxQuickBytes) {
            JSONValue.parse(bytes, maxBytes: maxBytes, maxDepth: maxDepth, maxElements: maxElements)
        }
    }
}
