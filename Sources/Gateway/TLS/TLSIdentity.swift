package import Domain
import NIOCore
import NIOSSL
import Synchronization

/// What a server shows to new connections. Its files are read again when they have changed, so that a renewed
/// certificate needs no restart.
package final class TLSIdentity: Sendable {
    private struct State: Sendable {
        var context: NIOSSLContext
        /// How the files were when they were last read, with success or without.
        var stamp: [TLSFiles.Stamp]
    }

    package let files: TLSFiles
    private let state: Mutex<State>

    /// - Throws: `invalid_request` that says which file is wrong, and how.
    package init(_ files: TLSFiles) throws(SpotterError) {
        self.files = files
        // Before the reading: what changes meanwhile is read again.
        let stamp = files.stamp
        state = Mutex(State(context: try files.context(), stamp: stamp))
    }

    /// Encrypts a new connection: nothing may stand before these handlers.
    func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        try pipeline.addHandler(NIOSSLServerHandler(context: state.withLock { $0.context }))
        try pipeline.addHandler(TLSRecords())
    }

    /// Reads the files if they have changed. Open connections keep their certificate.
    /// - Returns: whether new connections get something new.
    /// - Throws: as `init`, once for each change; what was used before is used on.
    package func renew() throws(SpotterError) -> Bool {
        let stamp = files.stamp
        let hasChanged = state.withLock { state in
            defer { state.stamp = stamp }
            return state.stamp != stamp
        }
        guard hasChanged else { return false }
        let context = try files.context()
        state.withLock { $0.context = context }
        return true
    }
}
