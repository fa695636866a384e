package import Domain
import NIOCore
import NIOSSL
import Synchronization

/// The certificate that new connections are served. Its files are read again when they have changed, so a renewed
/// certificate needs no restart.
package final class TLSIdentity: Sendable {
    private struct State: Sendable {
        var context: NIOSSLContext
        var expiry: Int
        /// The state of the files at the last read, whether it succeeded or not.
        var stamp: [TLSFiles.Stamp]
    }

    package let files: TLSFiles
    private let state: Mutex<State>

    /// - Throws: `invalid_request` if a file is unusable; the message names the file and the reason.
    package init(_ files: TLSFiles) throws(SpotterError) {
        self.files = files
        // Taken before reading, so that a concurrent change is read again.
        let stamp = files.stamp
        state = Mutex(State(context: try files.context(), expiry: try files.expiry(), stamp: stamp))
    }

    /// When the served certificate expires, in seconds since 1970.
    package var expiry: Int { state.withLock { $0.expiry } }

    /// Encrypts a new connection. These handlers must be the first in the pipeline.
    func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        try pipeline.addHandler(PlainRequestRefusal())
        try pipeline.addHandler(NIOSSLServerHandler(context: state.withLock { $0.context }))
        try pipeline.addHandler(TLSRecords())
    }

    /// Reads the files if they have changed. Open connections keep their certificate.
    /// - Returns: whether new connections get a new certificate.
    /// - Throws: `invalid_request` as in `init`, once per change; the previous certificate stays in use.
    package func renew() throws(SpotterError) -> Bool {
        let stamp = files.stamp
        let hasChanged = state.withLock { state in
            defer { state.stamp = stamp }
            return state.stamp != stamp
        }
        guard hasChanged else { return false }
        let (context, expiry) = (try files.context(), try files.expiry())
        state.withLock { state in
            state.context = context
            state.expiry = expiry
        }
        return true
    }
}
