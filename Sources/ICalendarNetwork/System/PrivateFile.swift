#if Network
    import SystemIO

    /// A reader for small files that contain passwords.
    enum PrivateFile {
        /// The reason that a file cannot be used.
        enum Problem: Error {
            case missing
            case notRegular
            /// Other users can read or change the file.
            case open
            case otherOwner
            case tooLarge
            case system(PlatformError)
        }

        /// Returns a file's bytes.
        ///
        /// If `isPrivate` is true, other users must not be able to read or change the file.
        ///
        /// The checks apply to the open file, so replacing the file between check and use has no effect.
        static func bytes(
            at path: String,
            isPrivate: Bool,
            limit: Int = 1 << 20
        ) throws(Problem) -> [UInt8] {
            let file: OpenDescriptor
            do { file = try OpenDescriptor(reading: Array(path.utf8)) } catch {
                throw error.isMissing ? .missing : .system(error)
            }
            var status = stat()
            guard unsafe fstat(file.number, &status) == 0 else { throw .system(.last) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
            if isPrivate {
                guard status.st_uid == geteuid() else { throw .otherOwner }
                guard status.st_mode & 0o077 == 0 else { throw .open }
            }
            var bytes: [UInt8] = []
            while bytes.count <= limit {
                let more: [UInt8]
                do { more = try OpenDescriptor.read(file.number) } catch { throw .system(error) }
                if more.isEmpty { return bytes }
                bytes += more
            }
            throw .tooLarge
        }
    }
#endif
