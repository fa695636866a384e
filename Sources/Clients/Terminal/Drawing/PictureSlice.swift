import Pictures

/// One row of a picture.
struct PictureSlice: Sendable, Hashable {
    let picture: PreparedPicture
    let row: Int
}

/// Where the terminal draws a picture.
struct PicturePlacement: Sendable, Hashable {
    let picture: PreparedPicture
    let area: Area
}
