import CBLAS

/// The functions of the machine's BLAS that the encoder uses. All matrices are row-major.
enum BLAS {
    /// A matrix's first element and the distance between its rows, in floats.
    struct Matrix {
        let floats: UnsafePointer<Float>
        let stride: Int

        init(_ floats: UnsafePointer<Float>, stride: Int) {
            self.floats = floats
            self.stride = stride
        }
    }

    /// c[m × n] = scale · a[m × k] · b[n × k]ᵀ
    static func multiplyTransposed(
        _ a: Matrix,
        _ b: Matrix,
        into c: UnsafeMutablePointer<Float>,
        stride: Int,
        m: Int,
        n: Int,
        k: Int,
        scale: Float = 1
    ) {
        cblas_sgemm(
            CblasRowMajor,
            CblasNoTrans,
            CblasTrans,
            Int32(m),
            Int32(n),
            Int32(k),
            scale,
            a.floats,
            Int32(a.stride),
            b.floats,
            Int32(b.stride),
            0,
            c,
            Int32(stride)
        )
    }

    /// c[m × n] = a[m × k] · b[k × n], added to c if `adding`.
    static func multiply(
        _ a: Matrix,
        _ b: Matrix,
        into c: UnsafeMutablePointer<Float>,
        stride: Int,
        m: Int,
        n: Int,
        k: Int,
        adding: Bool = false
    ) {
        cblas_sgemm(
            CblasRowMajor,
            CblasNoTrans,
            CblasNoTrans,
            Int32(m),
            Int32(n),
            Int32(k),
            1,
            a.floats,
            Int32(a.stride),
            b.floats,
            Int32(b.stride),
            adding ? 1 : 0,
            c,
            Int32(stride)
        )
    }

    /// b[columns × rows] = a[rows × columns]ᵀ
    static func transpose(
        _ a: Matrix,
        into b: UnsafeMutablePointer<Float>,
        stride: Int,
        rows: Int,
        columns: Int
    ) {
        cblas_somatcopy(
            CblasRowMajor,
            CblasTrans,
            Int32(rows),
            Int32(columns),
            1,
            a.floats,
            Int32(a.stride),
            b,
            Int32(stride)
        )
    }

    /// Makes BLAS compute on the calling thread only, in the whole process. Spotter runs several encoders in parallel
    /// instead, which also spreads the work between the multiplications.
    static let useCallingThreadOnly: Void = openblas_set_num_threads(1)
}

/// Identifies the linked BLAS, for the log at start.
public enum BLASLibrary {
    /// The processor whose kernels are in use, such as `SkylakeX`. `OPENBLAS_CORETYPE` in the environment overrides the
    /// choice, and may halve the speed.
    public static var coreName: String {
        openblas_get_corename().map { String(cString: $0) } ?? "unknown"
    }

    public static var configuration: String {
        openblas_get_config().map { String(cString: $0) } ?? "unknown"
    }
}
