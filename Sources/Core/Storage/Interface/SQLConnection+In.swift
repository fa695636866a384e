extension SQLConnection {
    /// Rows that match any of `values`, in batches of a few fixed lengths so that the statements stay prepared.
    ///
    /// - Parameters:
    ///   - sql: ends with `IN`; the list of placeholders is appended.
    ///   - order: a sort expression; rows are ordered within one batch of up to 256 values.
    public func query<Value, Row>(
        _ sql: String,
        in values: [Value],
        order: String? = nil,
        row: (any SQLRow) throws -> Row
    ) throws -> [Row] where Value: SQLBindable & Hashable {
        var rest = Array(Set(values))[...]
        var rows: [Row] = []
        while let last = rest.last {
            let taken = rest.prefix(256)
            rest = rest.dropFirst(taken.count)
            // Padding with a repeated value doesn't change the result.
            let length = [1, 8, 64, 256].first { $0 >= taken.count } ?? taken.count
            let padded = Array(taken) + Array(repeating: last, count: length - taken.count)
            let tail = order.map { " ORDER BY \($0)" } ?? ""
            rows += try query("\(sql) (\(placeholders(count: length)))\(tail)", padded, row: row)
        }
        return rows
    }
}
