#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// The format of messages: the value of `--format`.
    enum MessageFormat: String, ExpressibleByArgument, CaseIterable {
        case mail
        case ics
    }

    /// The options for commands that write messages.
    struct MessageArguments: ParsableArguments {
        @Option(help: ArgumentHelp("Comment to include in the message.", valueName: "text"))
        var comment: String?

        @Option(help: ArgumentHelp("Output format: mail or ics.", valueName: "format"))
        var format: MessageFormat = .mail

        @Option(
            help: ArgumentHelp(
                "Output file, or an empty folder for one file per message (default: standard output).",
                valueName: "file"
            ),
            completion: .file()
        )
        var output: String?

        func validate() throws {
            try checkTypedText(comment, of: "--comment")
        }

        /// Returns the output path, which must be outside the store.
        func place(besides store: EventStore) throws -> CalendarPath? {
            guard let output, output != "-" else { return nil }
            let path = RawArguments.path(output, of: "--output")
            guard try !RealPlace.isInside(path, store) else { throw CommandError.inside(output) }
            return path
        }

        /// Commits the pending changes and writes the messages that the server does not send.
        func finish(
            _ all: [OutgoingMessage],
            of store: EventStore,
            _ options: StoreOptions,
            _ delivery: AccountDelivery?
        ) throws {
            let place = try place(besides: store)
            let (server, messages) = delivery?.divided(all) ?? ([], all)
            if options.dryRun {
                let sent = messages.map { "would send \(Self.words($0))" }
                return try ListOutput.print(sent + server.map { "the server would send \(Self.words($0))" })
            }
            let notes = delivery?.notes(server, messages) ?? []
            if messages.isEmpty, !server.isEmpty {
                try store.commit()
                return notes.forEach { Program.errors.print("\(Program.name): \($0)") }
            }
            let isFolder = place.map { (try? $0.identity().kind) == .folder } ?? false
            if isFolder, let place { try Self.requireEmpty(place, output ?? "") }
            if let place, !isFolder, (try? place.identity()) != nil {
                try options.ask("\(output ?? "") already exists. Replace it?")
            }
            try store.commit()
            notes.forEach { Program.errors.print("\(Program.name): \($0)") }
            for message in messages {
                for name in message.unreachable {
                    Program.errors.print(
                        "\(Program.name): warning: \(Words.short(name)) has no email address; not notified"
                    )
                }
            }
            let sent = messages.filter { !$0.recipients.isEmpty }
            noteInternationalAddresses(of: sent)
            guard let place else {
                let bytes = bytes(of: sent)
                return try DoneOutput.saying { () throws(WriteError) in
                    try Descriptor.output.writeShown(bytes)
                }
            }
            do throws(CalendarError) {
                try write(sent, to: place, isFolder: isFolder)
            } catch {
                throw CommandError("\(error.file ?? ""): \(error.detail); the changes were made")
            }
        }

        private func write(
            _ messages: [OutgoingMessage],
            to place: CalendarPath,
            isFolder: Bool
        ) throws(CalendarError) {
            guard isFolder else { return try FileReplacement.write(bytes(of: messages), to: place) }
            for (index, message) in messages.enumerated() {
                let ending = format == .mail ? "eml" : "ics"
                let name = "\(index + 1)-\(message.method.rawValue).\(ending)"
                try FileReplacement.write(bytes(of: [message]), to: place.appending(Array(name.utf8)))
            }
        }

        /// Requires an empty folder, since messages from an earlier run could be sent again along with the new ones.
        private static func requireEmpty(_ folder: CalendarPath, _ name: String) throws {
            guard try !CalendarFolder.isEmpty(folder) else { return }
            throw CommandError(
                "\(name) is not empty; its files could be sent again with the new messages, so use an empty folder"
            )
        }

        /// Warns about addresses that only some mail servers accept (RFC 6531).
        private func noteInternationalAddresses(of messages: [OutgoingMessage]) {
            guard format == .mail else { return }
            var seen: Set<String> = []
            for email in messages.flatMap({ [$0.sender] + $0.recipients }).map(\.email)
            where !email.utf8.allSatisfy({ $0 < 0x80 }) && seen.insert(email).inserted {
                Program.errors.print(
                    "\(Program.name): warning: \(Words.short(email)) is not ASCII; the email needs a server "
                        + "with SMTPUTF8 (RFC 6531)"
                )
            }
        }

        /// Returns the bytes of all messages.
        ///
        /// Several emails form a mailbox (mbox).
        private func bytes(of messages: [OutgoingMessage]) -> [UInt8] {
            if format == .ics { return CalendarFile(calendars: messages.map(\.calendar)).icsBytes() }
            let mails = messages.map { OutgoingMail($0, at: .present).bytes }
            if mails.count == 1 { return mails[0] }
            return mails.flatMap { mail in
                Array("From ics-store@localhost Thu Jan  1 00:00:00 1970\r\n".utf8) + mail
                    + Array("\r\n".utf8)
            }
        }

        private static func words(_ message: OutgoingMessage) -> String {
            let names = message.recipients.map(\.text)
            let title = message.components.lazy.compactMap { $0.text("SUMMARY") }.first ?? ""
            return "METHOD:\(message.method.keyword) for \(title) to \(names.joined(separator: ", "))"
        }
    }
#endif
