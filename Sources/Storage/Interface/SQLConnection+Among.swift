extension SQLConnection {
    /// Rows that belong to any of `values`, in as few queries as statements of a few fixed lengths allow.
    ///
    /// - Parameters:
    ///   - sql: ends with `IN`; the list of placeholders follows it.
    ///   - order: what to sort by; rows are in order within the values that one query takes (up to 256).
    public func query<Value, Row>(
        _ sql: String,
        among values: [Value],
        order: String? = nil,
        row: (any SQLRow) throws -> Row
    ) throws -> [Row] where Value: SQLBindable & Hashable {
        var rest = Array(Set(values))[...]
        var rows: [Row] = []
        while let last = rest.last {
            let taken = rest.prefix(256)
            rest = rest.dropFirst(taken.count)
            // Few lengths, so that statements stay prepared; a value that comes twice changes nothing.
            let length = [1, 8, 64, 256].first { $0 >= taken.count } ?? taken.count
            let padded = Array(taken) + Array(repeating: last, count: length - taken.count)
            let tail = order.map { " ORDER BY \($0)" } ?? ""
            rows += try query("\(sql) (\(placeholders(count: length)))\(tail)", padded, row: row)
        }
        return rows
    }
}
