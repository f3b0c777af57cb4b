extension MarkupWriter {
    /// Appends the start of an image, up to and including its background.
    mutating func openSVG(width: Int, height: Int, title: String, description: String) {
        markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
        markup(" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\"")
        markup(" role=\"img\" aria-labelledby=\"title description\">\n<title id=\"title\">\(title)</title>\n")
        markup("<desc id=\"description\">\(description)</desc>\n<style>\n\(markup: Self.sheet)</style>\n")
        markup("<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>\n")
    }

    /// Appends a line of text that is shown in its own writing direction.
    mutating func textLine(_ name: Markup, x: Int, y: Int, _ line: String, anchor: Markup) {
        markup("<text class=\"\(markup: name)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(markup: anchor)\">")
        markup("\(line)</text>\n")
    }

    /// The colors and fonts used in images, which do not depend on external resources.
    private static let sheet: Markup = """
        text {
          font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif; font-size: 12px;
          fill: #1f2024; unicode-bidi: plaintext;
        }
        .title {
          font-family: "Iowan Old Style", Palatino, "Noto Serif", Georgia, serif; font-size: 26px; font-weight: 600;
        }
        .year { font-size: 14px; font-weight: 600; }
        .soft { fill: #5b5e66; }
        .small { font-size: 11px; }
        .strong { font-weight: 600; }
        .day { font-size: 20px; font-weight: 600; }
        .now { fill: #b3400f; }
        .page { fill: #fffefb; }
        .line { stroke: #e3dfd6; stroke-width: 1; }
        .nowline { stroke: #b3400f; stroke-width: 2; }
        .weekend { fill: #f5f3ee; }
        .paper { fill: #fffefb; }
        .tint { fill-opacity: 0.18; }
        .off { fill-opacity: 0.06; }
        .struck { text-decoration: line-through; }
        .out { fill: none; stroke: #e3dfd6; }
        .l0 { fill: #eceae4; }
        .l1 { fill: #f6c8a4; }
        .l2 { fill: #ea9a62; }
        .l3 { fill: #cd6427; }
        .l4 { fill: #8f330c; }
        @media (prefers-color-scheme: dark) {
          text { fill: #ececef; }
          .soft { fill: #a5a9b3; }
          .now { fill: #ff9a5c; }
          .page, .paper { fill: #1b1d22; }
          .line { stroke: #2e3138; }
          .nowline { stroke: #ff9a5c; }
          .weekend { fill: #16171b; }
          .tint { fill-opacity: 0.34; }
          .off { fill-opacity: 0.12; }
          .out { stroke: #2e3138; }
          .l0 { fill: #2a2d33; }
          .l1 { fill: #5e3116; }
          .l2 { fill: #9c4a17; }
          .l3 { fill: #e07a35; }
          .l4 { fill: #ffbe8f; }
        }

        """
}
