package import ICSPages

#if Templates
    import Mustache
#endif

/// A custom page template in the Mustache language.
///
/// Calendar text is always treated as a value, never as a template. `{{title}}` is HTML-escaped. A `url` whose scheme
/// is not http, https or mailto is omitted.
package struct PageTemplate: Sendable {
    #if Templates
        private let template: MustacheTemplate
    #endif
    private let scan: TemplateScan
    private let file: String

    /// The maximum number of bytes in the output.
    private static let mostBytes = 128 << 20

    /// Throws an error if the program was built without the `Templates` trait.
    package static func requireTrait() throws(TemplateError) {
        #if !Templates
            throw .missingTrait
        #endif
    }

    /// Parses a template; `file` is its file name.
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

    /// Returns the template's output for a page.
    package func rendered(_ contents: PageContents) throws(TemplateError) -> [UInt8] {
        #if Templates
            let budget = TemplateBudget(scan, bytes: Self.mostBytes)
            let values = TemplateValues(contents, budget)
            let text = template.render(values.page)
            guard !budget.isSpent, text.utf8.count <= Self.mostBytes else {
                throw TemplateError(
                    "limit reached: the result is larger than \(Self.mostBytes >> 20) MiB; "
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
