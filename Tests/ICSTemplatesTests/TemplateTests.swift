import Foundation
import ICSPages
import ICSTemplates
import ICSViews
import ICalendar
import Testing

/// Tests pages generated from templates.
@Suite struct TemplateTests {
    #if Templates
        private func contents(_ title: String = "Stand-up") throws -> PageContents {
            let zone = try Zone(identifier: "Europe/Berlin")
            let start = zone.instant(of: try EventTime("2026-03-30").civil)
            let end = start.adding(seconds: 7 * 86_400)
            var contents = PageContents(from: start, to: end, in: zone, present: start)
            let lines = [
                "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:\(title)", "LOCATION:Room <4>",
                "DTSTART;TZID=Europe/Berlin:20260330T091500", "DURATION:PT15M", "URL:javascript:alert(1)",
                "CATEGORIES:one,two", "END:VEVENT", "END:VCALENDAR", "",
            ]
            let file = try CalendarFile(bytes: Array(lines.joined(separator: "\r\n").utf8), name: "a")
            let calendar = ViewedCalendar(identifier: "s", title: "Studio")
            for occurrence in file.occurrences(in: try OccurrenceWindow(from: start, to: end, in: zone)) {
                _ = contents.add(ViewedEvent(occurrence, of: calendar, in: zone))
            }
            return contents
        }

        private func rendered(_ template: String, _ title: String = "Stand-up") throws -> String {
            let page = try PageTemplate(template, file: "t.mustache")
            return String(decoding: try page.rendered(contents(title)), as: UTF8.self)
        }

        private func failure(_ template: String) -> String? {
            do {
                _ = try PageTemplate(template, file: "t.mustache").rendered(contents())
                return nil
            } catch {
                return "\(error)"
            }
        }

        @Test func `a template prints the values of its variables`() throws {
            let template =
                "{{page_title}}|{{#days}}{{#events}}{{weekday}} {{time}} {{title}} {{#categories}}#{{.}}"
                + "{{/categories}}{{/events}}{{/days}}"
            #expect(try rendered(template) == "Studio|Monday 09:15–09:30 Stand-up #one#two")
        }

        @Test func `text is escaped and not evaluated as a template, and an unsafe link is omitted`() throws {
            let template =
                "{{#days}}{{#events}}{{title}}/{{location}}/{{#url}}link{{/url}}{{/events}}{{/days}}"
            #expect(
                try rendered(template, "{{page_title}} {{> x}} <b>")
                    == "{{page_title}} {{&gt; x}} &lt;b&gt;/Room &lt;4&gt;/"
            )
        }

        @Test func `a template mistake is reported with its line`() {
            #expect(
                failure("a\n{{titel}}")?.hasPrefix("t.mustache:2: unknown name 'titel'; known names: ")
                    == true
            )
            #expect(
                failure("{{> row}}") == "t.mustache:1: partials are not supported; put 'row' into this file"
            )
            #expect(failure("\n{{#days}}") == "t.mustache:2: section 'days' is not closed")
            #expect(
                failure("{{#days}}{{/events}}") == "t.mustache:1: 'events' does not close the open section"
            )
            #expect(failure("{{title") == "t.mustache:1: tag is not closed")
            #expect(failure("{{days}}") == "t.mustache:1: 'days' is a list; use {{#days}}…{{/days}}")
            #expect(failure("{{shout(title)}}") == "t.mustache:1: unknown function 'shout'")
            #expect(
                failure("{{=<% %>=}}") == "t.mustache:1: delimiters other than {{ and }} are not supported"
            )
            #expect(
                failure(String(repeating: "{{#days}}", count: 20))
                    == "t.mustache:1: limit reached: at most 16 nested sections"
            )
        }

        @Test func `nested sections stop at a limit`() {
            let deep =
                String(repeating: "{{#days}}", count: 4) + String(repeating: "x", count: 100_000)
                + String(repeating: "{{/days}}", count: 4)
            #expect(failure(deep)?.contains("limit reached: the result is larger than 128 MiB") == true)
        }

        @Test(arguments: ["agenda.txt.mustache", "list.html.mustache"])
        func `the example templates work`(name: String) throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(
                contentsOf: root.appending(path: "Examples/templates/\(name)"),
                encoding: .utf8
            )
            let page = try rendered(text)
            #expect(page.contains("Stand-up") && page.contains("09:15") && page.contains("Monday 30 March"))
        }
    #else
        @Test func `a program built without the trait reports that it is missing`() {
            #expect(throws: TemplateError.missingTrait) { try PageTemplate("{{title}}", file: "t.mustache") }
        }
    #endif
}
