package import ICSPages

#if Templates
    import ICSViews
    import ICalendar
    import Mustache
#endif

/// A template of one's own for a page, in the language Mustache.
///
/// Texts from calendars are values and never templates. `{{title}}` is escaped for HTML. A `url` has the scheme http,
/// https or mailto; any other is omitted.
package struct PageTemplate: Sendable {
    #if Templates
        private let template: MustacheTemplate
    #endif
    private let scan: TemplateScan
    private let file: String

    /// The maximum number of bytes of a result.
    private static let mostBytes = 128 << 20

    /// Throws an error in a program without the trait Templates.
    package static func requireTrait() throws(TemplateError) {
        #if !Templates
            throw .missingTrait
        #endif
    }

    /// Reads a template from a text, which is in a file of this name.
    package init(_ text: String, file: String) throws(TemplateError) {
        self.file = file
        #if Templates
            scan = try TemplateScan(text, file: file)
            do {
                template = try MustacheTemplate(string: text)
            } catch let error as MustacheTemplate.ParserError {
                let line = error.context.lineNumber
                throw TemplateError("template is not valid: \(error.error)", file: file, line: line)
            } catch {
                throw TemplateError("template is not valid: \(error)", file: file)
            }
        #else
            throw .missingTrait
        #endif
    }

    /// Returns the text that the template makes of a page.
    package func rendered(_ contents: PageContents) throws(TemplateError) -> [UInt8] {
        #if Templates
            let budget = TemplateBudget(scan, bytes: Self.mostBytes)
            let values = TemplateValues(contents, budget)
            let text = template.render(values.page)
            guard !budget.isSpent, text.utf8.count <= Self.mostBytes else {
                throw TemplateError(
                    "limit reached: the result has more than \(Self.mostBytes >> 20) MiB; "
                        + "use --from and --to to narrow the window",
                    file: file
                )
            }
            return Array(text.utf8)
        #else
            throw .missingTrait
        #endif
    }
}
