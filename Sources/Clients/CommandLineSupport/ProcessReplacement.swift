#if canImport(Glibc)
    import Glibc
#endif

/// Replaces this process by another program, so that input, output, signals and the exit code are those of the program.
public enum ProcessReplacement {
    /// Returns only if the program can't be started.
    /// - Returns: the number of the error (`errno`).
    public static func run(_ path: String, _ arguments: [String]) -> Int32 {
        // The threads that run commands may block all signals. A program inherits that, and Ctrl-C wouldn't end it.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var pointers = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(path, pointers)
        let code = errno
        for pointer in pointers { free(pointer) }
        return code
    }
}
