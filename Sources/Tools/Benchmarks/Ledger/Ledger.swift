import Domain
package import Foundation

/// What operations of the server cost, as `docs/ledger.json` has it.
package struct Ledger: Codable, Equatable, Sendable {
    /// What the figures depend on besides the server's own code.
    package struct Origin: Codable, Equatable, Sendable {
        /// `debug` or `release`.
        package var configuration: String
        /// SQLite's version, such as `3.40.1`.
        package var sqlite: String

        package init(configuration: String, sqlite: String) {
            (self.configuration, self.sqlite) = (configuration, sqlite)
        }
    }

    package var origin: Origin
    /// By the name of the operation. A column that varies by itself is left out.
    package var operations: [String: Cost]

    package init(origin: Origin, operations: [String: Cost]) {
        (self.origin, self.operations) = (origin, operations)
    }

    private enum CodingKeys: String, CodingKey { case origin, operations }

    /// - Throws: `invalid_request` if the bytes aren't those of a ledger.
    package init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(Ledger.self, from: json)
        } catch {
            throw SpotterError.invalid("that isn't a ledger: \(error)")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        origin = try container.decode(Origin.self, forKey: .origin)
        operations = try container.decode([String: [String: Int]].self, forKey: .operations).mapValues { columns in
            var cost = Cost()
            for (name, value) in columns {
                guard let column = CostColumn(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .operations,
                        in: container,
                        debugDescription: "there is no column '\(name)'"
                    )
                }
                cost[column] = value
            }
            return cost
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(origin, forKey: .origin)
        try container.encode(operations.mapValues(\.named), forKey: .operations)
    }

    /// Sorted, with one operation a line, so that a difference between two ledgers is read like one between texts.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        let lines = try operations.sorted { $0.key < $1.key }.map { name, cost in
            "    \(try text(name)): \(try text(cost.named))"
        }
        return """
            {
              "operations": {
            \(lines.joined(separator: ",\n"))
              },
              "origin": \(try text(origin))
            }

            """
    }
}

extension Cost {
    fileprivate var named: [String: Int] {
        [String: Int](map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }
}
