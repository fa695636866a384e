/// The identifiers of elements in Matroska and WebM (RFC 9559 §5.1) that decide what is kept.
enum MatroskaID {
    static let header: UInt32 = 0x1A45_DFA3
    static let documentType: UInt32 = 0x4282
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let seek: UInt32 = 0x4DBB
    static let seekID: UInt32 = 0x53AB
    static let information: UInt32 = 0x1549_A966
    static let timestampScale: UInt32 = 0x2A_D7B1
    static let duration: UInt32 = 0x4489
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let trackNumber: UInt32 = 0xD7
    static let trackType: UInt32 = 0x83
    static let cluster: UInt32 = 0x1F43_B675
    static let timestamp: UInt32 = 0xE7
    static let position: UInt32 = 0xA7
    static let previousSize: UInt32 = 0xAB
    static let simpleBlock: UInt32 = 0xA3
    static let blockGroup: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
    static let cues: UInt32 = 0x1C53_BB6B

    /// Of the EBML header: versions, limits and the document type.
    static let headerParts: Set<UInt32> = [0x4286, 0x42F7, 0x42F2, 0x42F3, 0x4282, 0x4287, 0x4285]
    /// Of the segment, as far as they are kept. Chapters, tags and attachments aren't.
    static let segmentParts: Set<UInt32> = [seekHead, information, tracks, cluster, cues]
    /// `MuxingApp` and `WritingApp`, which a file must have.
    static let programs: Set<UInt32> = [0x4D80, 0x5741]
    /// Video, audio and subtitles.
    static let keptTrackTypes: Set<UInt64> = [1, 2, 0x11]
    /// Of a track: its name, the name, settings and addresses of its codec, and a checksum of it all.
    static let trackTexts: Set<UInt32> = [0xBF, 0x536E, 0x25_8688, 0x3A_9697, 0x3B_4040, 0x26_B240]
}
