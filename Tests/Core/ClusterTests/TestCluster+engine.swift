import ClusterTestKit
import PostgreSQLTestKit
import Storage

@testable import Cluster

extension TestCluster {
    static func run(on engine: TestEngine, _ body: (TestCluster) async throws -> Void) async throws {
        try await TestStore.run(on: engine, migrations: ClusterSchema.migrations) { store in
            try await body(TestCluster(store.database))
        }
    }

    /// A write that shows in the report.
    func rename(_ name: String, isDeferrable: Bool = false) async throws {
        let body: @Sendable (any SQLConnection) throws -> Void = {
            try $0.execute("UPDATE cluster_nodes SET name = $1", name)
        }
        if isDeferrable { try await database.writeDeferrable(body) } else { try await database.write(body) }
    }
}
