extension WebSocketCloseCode {
    // After 4000 to 4499, clients reconnect. After 4500 to 4999 they don't, because something has to change first.
    static let silent = Self(rawValue: 4009)
    static let tryAgain = Self(rawValue: 4010)
    static let unauthorized = Self(rawValue: 4500)
    static let sessionEnded = Self(rawValue: 4501)
}
