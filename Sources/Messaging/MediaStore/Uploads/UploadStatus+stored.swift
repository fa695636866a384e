import SpotterAPI

extension UploadStatus {
    init(_ media: StoredMedia, offset: Int64) {
        self.init(
            id: media.id,
            clientMediaId: media.clientMediaId,
            state: media.state == .ready ? .ready : .uploading,
            offset: offset,
            size: media.size,
            kind: media.kind,
            mimeType: media.mimeType,
            fileName: media.fileName,
            width: media.width,
            height: media.height,
            thumbnail: media.thumbnail != nil,
            createdAt: media.createdAt
        )
    }
}
