/// Text in character sets other than UTF-8, as declared by CHARSET in vCalendar 1.0 and in email.
enum Charset {
    /// Converts text to UTF-8.
    ///
    /// Valid UTF-8 is left unchanged regardless of the declared character set, because text in another character set is
    /// almost never valid UTF-8. If the name is unknown, the bytes are returned unchanged and later treated like any
    /// other non-UTF-8 text.
    static func utf8(_ bytes: [UInt8], named name: String?) -> [UInt8] {
        guard let name, bytes.contains(where: { $0 >= 0x80 }), ByteText.valid(bytes.span) == nil else {
            return bytes
        }
        let known = name.lowercased().replacing("_", with: "-").replacing("cp125", with: "windows-125")
        switch known {
        case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
            return Array(ByteText.windows1252(bytes.span).utf8)
        default:
            guard let upper = upperHalves[known] else { return bytes }
            return text(bytes, upper)
        }
    }

    private static func text(_ bytes: [UInt8], _ upper: [Unicode.Scalar]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let place = Int(byte) - (0x100 - upper.count)
            text.append(place >= 0 ? upper[place] : Unicode.Scalar(byte))
        }
        return Array(String(text).utf8)
    }

    /// The characters for the upper bytes of each character set, up to 0xFF.
    ///
    /// All lower bytes match ISO 8859-1.
    private static let upperHalves = tables.mapValues { Array($0.unicodeScalars) }

    private static let tables = [
        "windows-1250":
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§"
            + "¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńň"
            + "óôőö÷řůúűüýţ˙",
        "windows-1251":
            "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕ"
            + "їАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
        "windows-1253":
            "€\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—"
            + "\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬"
            + "\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπ"
            + "ρςστυφχψωϊϋόύώ\u{FFFD}",
        "windows-1254":
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}"
            + "Ÿ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãä"
            + "åæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
        "windows-1257":
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸\u{FFFD}‘’“”•–—\u{FFFD}™"
            + "\u{FFFD}›\u{FFFD}¯˛\u{FFFD}\u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼"
            + "½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
        "iso-8859-2":
            "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺ"
            + "ćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
        "iso-8859-5":
            "\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфх"
            + "цчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
        "iso-8859-7":
            "\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧ"
            + "ΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}",
        "iso-8859-9":
            "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäå"
            + "æçèéêëìíîïğñòóôõö÷øùúûüışÿ",
        "iso-8859-15":
            "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäå"
            + "æçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
        "koi8-r":
            "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхий"
            + "клмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
        "koi8-u":
            "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©юабцдефгхий"
            + "клмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ]
}
