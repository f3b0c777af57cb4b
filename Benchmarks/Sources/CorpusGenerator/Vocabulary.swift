/// The words for generated calendars, in UTF-8 and already escaped as TEXT (RFC 5545, section 3.3.11).
enum Vocabulary {
    static let words = utf8(
        """
        the and of to with for about before after plan review budget quarter team project release notes please bring \
        agenda minutes customer contract invoice delivery roadmap design draft figures report workshop interview \
        call room lunch travel hotel train flight ticket school doctor dentist garden birthday concert \
        rehearsal training meeting weekly status risk open questions next steps responsible deadline signed \
        Besprechung für über Rückfragen Prüfung Straße Größe Übung Änderung Entwurf Lieferung \
        réunion équipe déjà présentation à préparer société été naïve façade 会議 資料 東京 予定 確認 \
        встреча проект отчёт Überblick 🎉 ☎ – „Stand“ €
        """
    )
    static let subjects = utf8(
        "Planning,Review,Stand-up,Retrospective,One-to-one,Board,Sales call,Design critique,Lunch,Choir,"
            + "Zahnarzt,Elternabend,Réunion d’équipe,Entretien,打ち合わせ,Football,Yoga,Release,Interview,Workshop"
    )
    static let givenNames = utf8(
        "Ada,Björn,Chloé,David,Elif,François,Grace,Håkon,Inês,Jürgen,Kenji,Łucja,María,Noah,Özlem,Priya,"
            + "Quentin,Rosa,Søren,Thandiwe,Ursula,Víctor,Wei,Ximena,Yuki,Zoë,花子,Анна"
    )
    static let familyNames = utf8(
        "Almeida,Becker,Chen,Dąbrowski,Eriksson,Fischer,García,Hansen,Ivanov,Jönsson,Kowalski,Lefèvre,"
            + "Müller,Nakamura,Okafor,Petrov,Quinn,Rossi,Schäfer,Tanaka,Usman,Vogel,Weiß,Yılmaz,Zhang,佐藤"
    )
    static let domains = utf8("example.com,example.org,mail.example.net,firma.example,ecole.example")
    static let places = utf8(
        "Room,Meeting Room,Saal,Salle,Conference Centre\\, Hall,Café,Building,会議室,Studio,Bahnhofstraße"
    )
    static let categories = utf8(
        "Work,Personal,Travel,Family,Holiday,Project,Education,Sport,Geschäft,Urlaub"
    )
    static let answers = utf8("ACCEPTED,ACCEPTED,ACCEPTED,NEEDS-ACTION,TENTATIVE,DECLINED,DELEGATED")
    static let weekdays = utf8("SU,MO,TU,WE,TH,FR,SA")

    /// Splits at commas, or at blanks if the text has no comma.
    ///
    /// An escaped comma is part of its word.
    private static func utf8(_ text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        let separator: UInt8 = bytes.contains(44) ? 44 : 32
        var words: [[UInt8]] = [[]]
        for (index, byte) in bytes.enumerated() {
            if byte == separator, index == 0 || bytes[index - 1] != 92 {
                words.append([])
            } else {
                words[words.count - 1].append(byte)
            }
        }
        return words.filter { !$0.isEmpty }
    }
}
