package import MessagingTestKit
import Retrieval

extension UpperModule {
    /// Retrieval's tables, and the rows that follow the messages. Nothing is embedded.
    package static var retrieval: UpperModule {
        UpperModule(RetrievalSchema.migrations, messageObservers: { _ in [EmbeddingRows()] })
    }
}
