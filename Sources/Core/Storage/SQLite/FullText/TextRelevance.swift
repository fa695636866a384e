import Foundation
import GRDBSQLite

/// The SQL function `text_relevance(table, frequencies)` for full-text queries: `BM25`.
///
/// `bm25` first counts the rows with each phrase of the query, in the whole index. This function is given those numbers
/// (`SQLTextFrequencies`), so that the first rows of a long list cost only themselves. A phrase with the frequency 0 only
/// selects rows and isn't scored.
enum TextRelevance {
    private static let name = "text_relevance"

    static func register(with api: UnsafeMutablePointer<fts5_api>) -> CInt {
        api.pointee.xCreateFunction(api, name, nil, relevance, nil)
    }

    /// The inverse document frequency of each phrase, followed by the mean length of a row in words. Kept by SQLite while
    /// the query runs.
    private typealias Weights = UnsafeMutablePointer<Double>

    private static let relevance: fts5_extension_function = { api, row, context, count, values in
        guard let api, let row, count == 1, let frequencies = values?[0] else {
            return sqlite3_result_error(context, "text_relevance takes the frequencies", -1)
        }
        let phrases = Int(api.pointee.xPhraseCount(row))
        var weights = api.pointee.xGetAuxdata(row, 0)?.assumingMemoryBound(to: Double.self)
        if weights == nil {
            weights = makeWeights(api, row, phrases, frequencies)
            guard let weights else { return sqlite3_result_error(context, "unfit frequencies", -1) }
            // SQLite frees them, also if this fails.
            let code = api.pointee.xSetAuxdata(row, weights) { free($0) }
            guard code == SQLITE_OK else { return sqlite3_result_error_code(context, code) }
        }
        guard let weights else { return }
        sqlite3_result_double(context, score(api, row, weights, phrases))
    }

    private static func makeWeights(
        _ api: UnsafePointer<Fts5ExtensionApi>,
        _ row: OpaquePointer,
        _ phrases: Int,
        _ frequencies: OpaquePointer
    ) -> Weights? {
        var (rows, words) = (Int64(0), Int64(0))
        let size = MemoryLayout<Double>.stride
        guard api.pointee.xRowCount(row, &rows) == SQLITE_OK,
            api.pointee.xColumnTotalSize(row, -1, &words) == SQLITE_OK,
            Int(sqlite3_value_bytes(frequencies)) == phrases * size,
            let bytes = sqlite3_value_blob(frequencies),
            let memory = malloc((phrases + 1) * size)
        else { return nil }
        let weights = memory.bindMemory(to: Double.self, capacity: phrases + 1)
        for phrase in 0..<phrases {
            let count = bytes.loadUnaligned(fromByteOffset: phrase * size, as: Double.self)
            weights[phrase] = BM25.weight(frequency: count, rows: rows)
        }
        weights[phrases] = Double(words) / Double(max(rows, 1))
        return weights
    }

    private static func score(
        _ api: UnsafePointer<Fts5ExtensionApi>,
        _ row: OpaquePointer,
        _ weights: Weights,
        _ phrases: Int
    ) -> Double {
        var (instances, length) = (Int32(0), Int32(0))
        guard api.pointee.xInstCount(row, &instances) == SQLITE_OK,
            api.pointee.xColumnSize(row, -1, &length) == SQLITE_OK
        else { return 0 }
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: phrases) { counts in
            counts.initialize(repeating: 0)
            for instance in 0..<instances {
                var (phrase, column, offset) = (Int32(0), Int32(0), Int32(0))
                guard api.pointee.xInst(row, instance, &phrase, &column, &offset) == SQLITE_OK,
                    counts.indices.contains(Int(phrase))
                else { continue }
                counts[Int(phrase)] += 1
            }
            var score = 0.0
            for phrase in 0..<phrases {
                score += BM25.score(
                    count: counts[phrase],
                    weight: weights[phrase],
                    length: Double(length),
                    meanLength: weights[phrases]
                )
            }
            return score
        }
    }
}
