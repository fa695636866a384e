/// Words by which addresses are told from other text.
enum AddressWords {
    /// Schemes that need no slashes. After another word, a colon gets a space instead.
    static let schemes: Set<String> = [
        "about", "blob", "bitcoin", "callto", "chrome", "cid", "data", "ethereum", "facetime", "facetime-audio", "feed",
        "file", "filesystem", "ftp", "ftps", "geo", "git", "http", "https", "im", "imap", "intent", "irc", "ircs",
        "itms", "jar", "javascript", "ldap", "line", "livescript", "lightning", "magnet", "mailto", "maps", "market",
        "matrix", "message", "mms", "mocha", "ms-settings", "news", "nntp", "pop", "resource", "rtmp", "rtsp", "sftp",
        "shortcuts", "signal", "sip", "sips", "skype", "slack", "sms", "smsto", "smb", "spotify", "ssh", "steam", "tel",
        "telnet", "tg", "urn", "vbscript", "view-source", "vnc", "webcal", "whatsapp", "ws", "wss", "wyciwyg", "xmpp",
        "zoommtg",
    ]

    /// Endings of file names that are no top-level domains.
    static let fileEndings: Set<String> = [
        "avi", "csv", "doc", "docx", "epub", "fit", "gif", "gpx", "gz", "heic", "htm", "html", "ics", "jpeg", "jpg",
        "js",
        "json", "key", "log", "mkv", "mp", "odt", "pdf", "png", "ppt", "pptx", "rar", "svg", "tar", "tcx", "tiff",
        "txt",
        "wav", "webm", "webp", "xls", "xlsx", "xml", "yaml",
    ]

    /// Those with three letters or more that are most used, and the reserved ones. A name of two words under another one
    /// gets a space after its dot.
    static let topLevelDomains: Set<String> = [
        "academy", "agency", "app", "art", "biz", "blog", "cam", "cat", "chat", "click", "cloud", "club", "coach",
        "com",
        "community", "design", "dev", "digital", "download", "edu", "email", "energy", "events", "example", "fitness",
        "fun", "games", "gov", "group", "guru", "health", "help", "host", "icu", "info", "ink", "int", "internal",
        "invalid", "jobs", "lan", "life", "link", "live", "local", "localhost", "ltd", "market", "media", "mil", "mobi",
        "mom", "mov", "museum", "name", "net", "network", "news", "ninja", "one", "onion", "online", "org", "page",
        "party", "photo", "photos", "pics", "plus", "press", "pro", "quest", "rest", "review", "rocks", "run", "sbs",
        "science", "services", "shop", "site", "social", "software", "solutions", "space", "store", "stream", "studio",
        "surf", "systems", "team", "tech", "test", "today", "tokyo", "tools", "top", "training", "travel", "tube",
        "video", "vip", "wang", "web", "website", "wiki", "win", "work", "works", "world", "xyz", "yoga", "zip", "zone",
    ]
}
