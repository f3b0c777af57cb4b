#if Libical
    import ICalendar
    import Testing
    import TestTraits

    @testable import ICalendarCore
    @testable import ICalendarLibical

    /// Compares a file's values with libical's own parsing of their lines.
    @Suite struct ValueDifferenceTests {
        /// Compares every single-valued text, URI, address and keyword in a file, and returns how many there
        /// are.
        private func compare(_ bytes: [UInt8]) throws -> Int {
            var compared = 0
            var components = try CalendarFile(bytes: bytes).calendars.map(\.component)
            while let component = components.popLast() {
                components += component.components
                for property in component.properties where try compare(property) { compared += 1 }
            }
            return compared
        }

        private func hasOnlyEscapes(_ value: Span<UInt8>) -> Bool {
            var place = 0
            while place < value.count {
                if value[place] == Ascii.backslash {
                    place += 1
                    guard place < value.count, Array("\\;,nN".utf8).contains(value[place]) else {
                        return false
                    }
                }
                place += 1
            }
            return true
        }

        /// Compares one property if libical is known to follow the RFC for it.
        private func compare(_ property: Property) throws -> Bool {
            guard let definition = PropertyDefinition.named(property.name), TreeReader.knows(definition.name),
                [.text, .uri, .calendarAddress, .enumeration].contains(definition.form),
                property.parameters["VALUE"] == nil, property.parameters["ENCODING"] == nil
            else { return false }
            var line: [UInt8] = []
            LineFolding.unfold(ArraySlice(try #require(property.sourceBytes)), into: &line)
            while let last = line.last, last == Ascii.lineFeed || last == Ascii.carriageReturn {
                line.removeLast()
            }
            var remarks: [ValueRemark] = []
            let (name, end, _) = try ContentLine.nameEnd(line.span)
            let content = try ContentLine(
                line.span,
                name: name,
                end: end,
                limit: 100,
                form: PropertyDefinition.form(of: name, in: line.span),
                &remarks
            )
            let value = line.span.extracting(content.value)
            let traits = ByteTraits(value)
            guard value.count > 0, !Ascii.isBlank(value[0]), !Ascii.isBlank(value[value.count - 1]),
                !traits.contains(.control), let text = ByteText.valid(value),
                definition.form != .text || hasOnlyEscapes(value),
                definition.form != .enumeration || !traits.contains(.backslash)
            else { return false }
            let read = try #require(property.value.string)
            #expect(LibicalOracle.string(property.name, text) == read, "\(property.name):\(text)")
            return true
        }

        @Test func `every value in the corpus matches libical's parser`() throws {
            var compared = 0
            for name in CorpusCase.names { compared += try compare(CorpusCase(name).bytes) }
            #expect(compared > 100)
        }

        @Test func `random values match libical's parser`() throws {
            var generator = SeededGenerator(seed: 5545)
            let pieces = [
                "a", "B", " ", ",", ";", ":", "=", "\"", "'", "^", "%", "é", "ß", "\u{1F600}", "\\n", "\\,",
                "\\;",
                "\\\\", "\\N", "mailto:", "://", "?", "&", "\t", "X", "-",
            ]
            let names = PropertyDefinition.all.filter {
                TreeReader.knows($0.name) && [.text, .uri, .calendarAddress].contains($0.form)
            }.map(\.name)
            var lines: [String] = []
            for _ in 0..<4000 {
                let count = Int.random(in: 1...25, using: &generator)
                let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                lines.append("\(names.randomElement(using: &generator) ?? ""):\(text)")
            }
            let text = Sample.event(lines.joined(separator: "\n"))
            #expect(try compare(Array(text.utf8)) > 3000)
        }
    }
#endif
