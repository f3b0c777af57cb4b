#if os(Linux)
    import ICalendar

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Where links in the folders of a store lead: to folders and files that others may put another one in the place of.
    ///
    /// What a link leads to is watched itself. When that goes nothing would be told of what comes after it, so the names
    /// on the way are watched, too, each in its folder.
    extension InotifyWatcher {
        private static let stepEvents =
            IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
            | IN_MASK_ADD
        /// The system itself follows no more links than this.
        private static let mostSteps = 40

        /// Watches the names by which a link leads somewhere, of links behind it too; nothing for what is no link.
        func watchWay(of name: [UInt8], in folder: [UInt8]) {
            var path = path(of: folder).appending(name)
            for _ in 0..<Self.mostSteps {
                guard let target = SystemFiles.target(of: path), let outer = target.parent else { return }
                let step = Watched(folder: folder, link: name, step: target.lastName)
                // The folder may be one that is watched for other things already.
                _ = add(step, Self.stepEvents, at: outer)
                path = target
            }
        }

        /// Takes what happened to a name on the way of a link, or to the folder that has the name.
        func takeStep(_ event: InotifyEvent, _ place: Watched, _ change: inout FolderChange) {
            let isGone = event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF)
            guard let link = place.link, event.name == place.step || isGone else { return }
            let folder = place.folder
            change.insert(folder)
            let path = path(of: folder).appending(link)
            let kind = (try? SystemFiles().stamp(of: path, followingLinks: true))?.kind
            if kind == .folder, let inner = WatchedName.path(of: link, in: folder) {
                // It is another folder than the one that was watched under the name.
                forget(inner)
                watchWay(of: link, in: folder)
                change.insert(inner)
                change.formUnion(FolderChange(folders: watch(inner)))
            } else {
                watchLink(link, in: folder)
            }
        }
    }
#endif
