#if Libical
    import CLibical

    /// A component of libical's that this value owns: an `icalcomponent` with all that is inside it.
    ///
    /// It is freed when the value goes out of scope. Everything that looks at the tree is `mutating`, as libical keeps its
    /// iterators inside of the tree, so that nobody may read it twice at once; moved to another thread it can be used there.
    ///
    /// ```swift
    /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
    /// ```
    ///
    /// Needs the trait `Libical`, which is on by default.
    @safe public struct LibicalComponent: ~Copyable, @unchecked Sendable {
        private let root: OpaquePointer

        /// Takes over an `icalcomponent` that has no parent: from now on this value frees it, and nobody else may.
        ///
        /// ```swift
        /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
        /// ```
        ///
        /// A REQUEST-STATUS in it points into a buffer of the thread that parsed it (libical 3.0), so that thread must still
        /// run, and must not have parsed much since.
        @unsafe public init(adopting root: OpaquePointer) {
            unsafe self.root = root
        }

        /// Copies an `icalcomponent`, which stays its owner's.
        ///
        /// ```swift
        /// let copy = unsafe LibicalComponent(copying: event)
        /// ```
        @unsafe public init(copying component: OpaquePointer) {
            unsafe root = icalcomponent_new_clone(component)
        }

        deinit { unsafe icalcomponent_free(root) }

        /// Gives the `icalcomponent` away: the caller frees it with `icalcomponent_free`.
        ///
        /// ```swift
        /// let pointer = unsafe tree.release()
        /// ```
        @unsafe public consuming func release() -> OpaquePointer {
            let pointer = unsafe root
            discard self
            return unsafe pointer
        }

        /// Lends the `icalcomponent` to code that calls libical; it is not valid after the closure, and must not be freed
        /// in it.
        ///
        /// ```swift
        /// let count = unsafe tree.withUnsafePointer { icalcomponent_count_components($0, ICAL_VEVENT_COMPONENT) }
        /// ```
        @unsafe public mutating func withUnsafePointer<Result, Failure: Error>(
            _ body: (OpaquePointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try unsafe body(root)
        }
    }
#endif
