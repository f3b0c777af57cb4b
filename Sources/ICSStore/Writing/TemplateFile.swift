#if CommandLine
    import ICSPages
    import ICSTemplates
    import ICalendar

    /// The template file named with `--template`.
    enum TemplateFile {
        /// The maximum number of bytes to read, which exceeds the maximum size of a template.
        private static let mostBytes = 1 << 20

        /// Reads the template from a file.
        ///
        /// - Throws: ``CommandError`` if the file cannot be read, if the template is invalid, or if the program was
        ///   built without the Templates trait.
        static func read(_ name: String) throws -> PageTemplate {
            do {
                try PageTemplate.requireTrait()
                let source = try ByteSource(path: CalendarPath(name))
                source.limit = mostBytes
                return try PageTemplate(String(decoding: try source.rest(), as: UTF8.self), file: name)
            } catch let error as TemplateError {
                throw CommandError("\(error)")
            } catch let error as CalendarError {
                let reason = error.code == .notACalendar ? "is a folder" : error.detail
                throw CommandError("--template: \(name): \(reason)")
            }
        }

        static func rendered(_ template: PageTemplate, _ contents: PageContents) throws -> [UInt8] {
            do {
                return try template.rendered(contents)
            } catch {
                throw CommandError("\(error)")
            }
        }
    }
#endif
