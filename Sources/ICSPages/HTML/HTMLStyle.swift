/// The style sheet for a page.
enum HTMLStyle {
    /// Style rules for light and dark mode, for wide and narrow screens, and for print.
    ///
    /// The variable `--c` is the calendar's color, which is never used for text, so the page remains readable with any
    /// color.
    static let sheet: Markup = """
        :root {
          --bg: #f5f3ee; --paper: #fffefb; --ink: #1f2024; --soft: #5b5e66; --line: #e3dfd6; --rest: #faf8f3;
          --accent: #b3400f; --on-accent: #ffffff; --c: #5b6470; --tint: 16%;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --bg: #131418; --paper: #1b1d22; --ink: #ececef; --soft: #a5a9b3; --line: #2e3138; --rest: #181a1e;
            --accent: #ff9a5c; --on-accent: #1b1d22; --c: #8b95a3; --tint: 28%;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0 auto; max-width: 80rem; padding: 2.5rem 1.75rem; background: var(--bg); color: var(--ink);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
          overflow-wrap: anywhere;
        }
        a { color: inherit; }
        a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        ul { list-style: none; margin: 0; padding: 0; }
        h1, h2, h3 { margin: 0; line-height: 1.15; }
        h1, h2 {
          font-family: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif;
          font-weight: 600; letter-spacing: -.01em;
        }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 9; }
        header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1.25rem; margin-bottom: 1.75rem; }
        h1 { font-size: 2.3rem; }
        .period { margin: 0; color: var(--soft); font-size: 1.05rem; }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; flex-basis: 100%; }
        .legend li::before {
          content: ""; display: inline-block; width: .7em; height: .7em; margin-inline-end: .45em; border-radius: 3px;
          background: var(--c);
        }
        .notice {
          flex-basis: 100%; margin: 0; padding: .6rem .9rem; border: 1px solid var(--accent); border-radius: .5rem;
          background: var(--paper);
        }
        main { display: grid; grid-template-columns: minmax(0, 1.75fr) minmax(20rem, 1fr); gap: 2rem;
          align-items: start; }
        .months.one { position: sticky; top: 1.5rem; }
        .jump { margin-inline-start: auto; color: var(--accent); font-weight: 600; }
        .agenda > h2, caption h2 { font-size: 1.35rem; text-align: start; margin-bottom: .75rem; }

        .month {
          width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0; margin-bottom: 2rem;
        }
        .month th {
          padding: 0 .5rem .35rem; text-align: start; font-weight: 500; font-size: .75rem; color: var(--soft);
          text-transform: uppercase; letter-spacing: .06em;
        }
        .month abbr { text-decoration: none; }
        .month td {
          position: relative; height: 7.4rem; padding: 0 0 .3rem; vertical-align: top; background: var(--paper);
          border: solid var(--line); border-width: 0 1px 1px 0;
        }
        .month tbody tr:first-child td { border-top-width: 1px; }
        .month td:first-child { border-left-width: 1px; }
        .month tbody tr:first-child td:first-child { border-top-left-radius: .75rem; }
        .month tbody tr:first-child td:last-child { border-top-right-radius: .75rem; }
        .month tbody tr:last-child td:first-child { border-bottom-left-radius: .75rem; }
        .month tbody tr:last-child td:last-child { border-bottom-right-radius: .75rem; }
        .month td.rest { background: var(--rest); }
        .month td.out { background: transparent; }
        .month td.far { background: var(--rest); color: var(--soft); }
        .num {
          display: block; width: 1.75rem; height: 1.75rem; margin: .3rem 0 .15rem .3rem; line-height: 1.75rem;
          text-align: center; border-radius: 50%; font-size: .85rem; font-variant-numeric: tabular-nums;
          text-decoration: none;
        }
        a.num { font-weight: 650; }
        a.num:hover { background: var(--line); }
        .today .num { background: var(--accent); color: var(--on-accent); font-weight: 700; }
        .bar, .gap, .chip, .more { height: 1.2rem; margin-bottom: 2px; font-size: .75rem; line-height: 1.2rem; }
        .bar {
          position: relative; z-index: 1; margin-inline: 3px; width: calc(var(--n, 1) * (100% + 1px) - 7px);
          border-radius: 4px; border-inline-start: 3px solid var(--c); background: var(--paper);
          background: color-mix(in srgb, var(--c) calc(var(--tint) * 1.5), var(--paper)); font-weight: 550;
        }
        .n2 { --n: 2; } .n3 { --n: 3; } .n4 { --n: 4; } .n5 { --n: 5; } .n6 { --n: 6; } .n7 { --n: 7; }
        .bar.from { border-inline-start: 0; border-start-start-radius: 0; border-end-start-radius: 0; }
        .bar a, .chip a {
          display: block; padding: 0 .35rem; text-decoration: none; white-space: nowrap; overflow: hidden;
          text-overflow: ellipsis;
        }
        .chip { margin-inline: 3px; border-inline-start: 3px solid var(--c); border-radius: 2px; }
        .bar a:hover, .chip a:hover { text-decoration: underline; }
        .at { color: var(--soft); font-variant-numeric: tabular-nums; }
        .more { padding-inline-start: .6rem; color: var(--soft); }
        .more a { text-decoration: none; }
        .off .title, .bar.off a, .chip.off a { text-decoration: line-through; color: var(--soft); }
        .bar.maybe { outline: 1px dashed var(--c); outline-offset: -1px; }
        .chip.maybe { border-inline-start-style: dotted; }

        .agenda { min-width: 0; }
        .day { margin-bottom: 1.6rem; scroll-margin-top: 1rem; }
        h3 {
          display: flex; align-items: baseline; gap: .5rem; padding-bottom: .35rem;
            border-bottom: 1px solid var(--line);
          font-size: 1rem; font-weight: 600;
        }
        h3 .date {
          display: inline-block; min-width: 1.5em; font: 600 1.6rem/1 ui-serif, "Iowan Old Style", "Palatino Linotype",
            Palatino, "Noto Serif", Georgia, serif; font-variant-numeric: lining-nums;
        }
        h3 .rest { color: var(--soft); font-weight: 400; }
        .now h3 .date { color: var(--accent); }
        .tag {
          display: inline-block; padding: 0 .45em; border: 1px solid var(--line); border-radius: 1em;
            color: var(--soft);
          font-size: .75rem; font-weight: 500; line-height: 1.45; white-space: nowrap;
        }
        .now h3 .tag { border-color: var(--accent); color: var(--accent); }
        .event { margin-top: .4rem; border-radius: .5rem; scroll-margin-top: 1rem; }
        .event > p { margin: 0; }
        .event > p, summary {
          display: grid; grid-template-columns: 6.6rem minmax(0, 1fr); gap: 0 .5rem; padding: .45rem .6rem;
          border-inline-start: 4px solid var(--c); border-radius: .5rem; background: var(--paper); list-style: none;
        }
        summary { cursor: pointer; }
        summary::-webkit-details-marker { display: none; }
        summary { grid-template-columns: 6.6rem minmax(0, 1fr) auto; }
        summary::after {
          content: ""; align-self: center; width: .4rem; height: .4rem; margin: 0 .25rem .2rem; rotate: 45deg;
          border: solid var(--soft); border-width: 0 1.5px 1.5px 0; grid-column: 3; grid-row: 1;
        }
        details[open] summary::after { rotate: 225deg; margin-bottom: -.2rem; }
        summary:hover, details[open] summary { background: color-mix(in srgb, var(--c) var(--tint), var(--paper)); }
        .event:target > p, .event:target summary { outline: 2px solid var(--accent); }
        .event.maybe > p, .event.maybe summary { border-inline-start-style: dashed; }
        .time { color: var(--soft); font-variant-numeric: tabular-nums; }
        .title { font-weight: 600; }
        .what a { text-decoration: none; }
        .what a:hover { text-decoration: underline; }
        .place { display: block; color: var(--soft); font-size: .9rem; text-align: left; }
        dl {
          display: grid; grid-template-columns: 6.6rem minmax(0, 1fr); gap: .3rem .5rem; margin: 0;
          padding: .7rem .6rem .8rem .85rem; font-size: .9rem;
        }
        dt { color: var(--soft); }
        dd { margin: 0; }
        .notes { white-space: pre-wrap; }
        .empty { color: var(--soft); }
        footer { margin-top: 1rem; color: var(--soft); font-size: .85rem; }

        @media (max-width: 62rem) {
          main { grid-template-columns: minmax(0, 1fr); gap: .5rem; }
          .months.one { position: static; }
        }
        @media (max-width: 40rem) {
          body { padding: 1.25rem 1rem; }
          h1 { font-size: 1.8rem; }
          .month th { padding: 0 0 .35rem; text-align: center; }
          .month abbr span { display: none; }
          .month td { height: 3.6rem; text-align: center; line-height: 0; padding-bottom: 0; }
          .num { margin: .2rem auto .15rem; }
          .bar { height: 5px; margin: 0 2px 2px; width: calc(var(--n, 1) * (100% + 1px) - 5px); border: 0;
            background: var(--c); }
          .gap { height: 5px; margin: 0 0 2px; }
          .chip {
            display: inline-block; width: 6px; height: 6px; margin: 1px; border: 0; border-radius: 50%;
              background: var(--c);
          }
          .chip.off, .bar.off { opacity: .45; }
          .bar a, .chip a, .more { display: none; }
          .event > p, dl { grid-template-columns: 5.9rem minmax(0, 1fr); }
          summary { grid-template-columns: 5.9rem minmax(0, 1fr) auto; }
        }
        @media print {
          :root { --bg: #ffffff; --paper: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; --rest: #f6f6f6;
            --c: #777777; }
          @page { margin: 14mm; }
          body { max-width: none; padding: 0; font-size: 10.5pt; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
          .skip, .jump { display: none; }
          main { display: block; }
          .months.one { position: static; }
          .month { break-inside: avoid; break-after: page; margin: 0; }
          .month td { height: 24mm; }
          .event, h3 { break-inside: avoid; }
          h3 { break-after: avoid; }
          /* What the lines above say already. */
          .brief, summary::after { display: none; }
          .agenda { columns: 2; column-gap: 9mm; }
          .agenda > h2 { column-span: all; }
          .day { margin-bottom: 4mm; }
          .event { margin-top: 1.5mm; }
          .event > p, summary { padding: 0 0 0 2mm; border-radius: 0; }
          .event > p, summary, dl { grid-template-columns: 23mm minmax(0, 1fr); }
          dl { padding: 0 0 0 3mm; gap: 0 .5rem; }
          details::details-content { content-visibility: visible; display: block; block-size: auto; }
          .event:target > p, .event:target summary { outline: 0; }
        }

        """
}
