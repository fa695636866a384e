/// The types that values have on their way, by the numbers that PostgreSQL gives them for ever (`pg_type.dat`).
enum PostgreSQLType {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let numeric: UInt32 = 1700
    static let uuid: UInt32 = 2950
}
