@testable import VectorSearch

func entry(_ number: Int) -> EntryKey {
    EntryKey(high: 7, low: UInt64(number))
}

func partition(_ number: Int) -> PartitionKey {
    PartitionKey(high: UInt64(number), low: 9)
}
