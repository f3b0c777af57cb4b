import ICalendar

#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension SystemFiles {
        /// The names of the folders and of the links in a folder; none where it cannot be listed.
        ///
        /// Files are not looked at one by one, as there may be a hundred thousand.
        static func foldersAndLinks(in folder: CalendarPath) -> [[UInt8]] {
            guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
            defer { unsafe _ = closedir(stream) }
            var names: [[UInt8]] = []
            while let entry = unsafe readdir(stream) {
                let kind = unsafe Int(entry.pointee.d_type)
                guard kind == Int(DT_DIR) || kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN) else { continue }
                let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
                let name = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
                let length = unsafe strlen(name)
                let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: length))
                if bytes != [0x2E], bytes != [0x2E, 0x2E] { names.append(bytes) }
            }
            return names
        }

        /// Where a link leads, as a path from where links are looked up; nil for what is no link.
        static func target(of path: CalendarPath) -> CalendarPath? {
            var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe room.withUnsafeMutableBytes { buffer in
                unsafe path.withCString { name in
                    let characters = unsafe buffer.assumingMemoryBound(to: CChar.self)
                    return unsafe characters.baseAddress.map { unsafe readlink(name, $0, characters.count) }
                        ?? -1
                }
            }
            let slash = UInt8(ascii: "/")
            // A folder may be named with a slash behind it.
            guard count > 0, let last = room[..<count].lastIndex(where: { $0 != slash }) else { return nil }
            let target = Array(room[...last])
            return target.first == slash ? CalendarPath(bytes: target) : path.parent?.appending(target)
        }

        /// Whether other machines or a program may change what is in a folder, of which the system tells nothing.
        static func isShared(_ folder: CalendarPath) -> Bool {
            SystemCalls.fileSystemKind(folder).map { sharedKinds.contains($0) } ?? false
        }

        /// The numbers of file systems, as of `statfs(2)`: NFS, SMB, CIFS, SMB2, 9P, AFS (two), Coda, Ceph, Lustre, FUSE,
        /// VirtualBox, OCFS2 and GFS2.
        private static let sharedKinds: Set<UInt32> = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x7375_7245,
            0x00C3_6400, 0x0BD0_0BD0, 0x6573_5546, 0x786F_4256, 0x7461_636F, 0x0116_1970,
        ]
    }
#endif
