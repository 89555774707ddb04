// The style sheet inside the HTML report.

/** Light and dark, for screens and paper. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #f4f2ec; --surface: #fffefb; --track: #efece4; --line: #d9d5ca; --ink: #1a1d26; --muted: #585b66; --accent: #1d54c4; --yours: #0a6577; --theirs: #a14018; --warning: #855600; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #13151a; --surface: #1c1f27; --track: #292d37; --line: #3a404c; --ink: #eef0f4; --muted: #a9b0bd; --accent: #93b7ff; --yours: #62c8dc; --theirs: #f29b72; --warning: #e7ba54; }
}
* { box-sizing: border-box; }
body { max-width: 1040px; margin: 0 auto; padding: 32px 16px; background: var(--bg); color: var(--ink); font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 28px; line-height: 36px; }
h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px; }
h3, h4 { margin: 16px 0 4px; font-size: 14px; }
p { margin: 0 0 8px; }
ul { list-style: none; margin: 0; padding: 0; }
.muted, small { color: var(--muted); font-weight: 400; }
header { margin-bottom: 16px; }
footer { padding: 24px 4px; }
main { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 16px; grid-auto-flow: dense; }
.card { min-width: 0; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; grid-column: span 3; }
.wide { grid-column: 1 / -1; }
.answer { grid-column: span 2; }
.first { grid-column: span 4; }
.huge { margin: 0; font-size: 56px; line-height: 64px; font-weight: 700; letter-spacing: -.04em; }
.huge span { font-size: 28px; margin-left: 4px; }
.huge small { font-size: 20px; letter-spacing: 0; }
.lead { font-size: 16px; line-height: 24px; }
.split { display: flex; height: 16px; gap: 2px; margin: 16px 0 8px; }
.split i { min-width: 3px; border-radius: 3px; }
.key li { display: flex; gap: 8px; align-items: center; }
.key b { margin-left: auto; }
.key { margin-bottom: 12px; }
.swatch { width: 12px; height: 12px; border-radius: 3px; flex: none; }
.win { background: var(--yours); }
.lose { background: repeating-linear-gradient(135deg, var(--theirs) 0 4px, var(--track) 4px 6px); }
.third { background: var(--accent); }
.draw { box-shadow: inset 0 0 0 1.5px var(--muted); }
svg.bands { width: 100%; height: auto; display: block; }
svg text { font-size: 12px; fill: var(--muted); }
svg text.end { font-weight: 650; fill: currentColor; }
.grid { stroke: var(--line); }
.mark { display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: var(--yours); flex: none; }
.mark.theirs { border-radius: 1px; transform: rotate(45deg) scale(.9); background: var(--theirs); }
.mark.accent { border-radius: 1px; background: var(--accent); }
.mark.warning { border-radius: 1px; background: var(--warning); }
.falls li { display: grid; grid-template-columns: 12px minmax(0, 1fr) auto 52px; gap: 8px; align-items: center; padding: 4px 0; }
.falls b { text-align: right; white-space: nowrap; }
.bars li { display: grid; grid-template-columns: 12px minmax(0, 1fr) auto; gap: 4px 8px; align-items: center; padding: 4px 0; }
.bars .track { grid-column: 1 / -1; }
.rows li { display: grid; grid-template-columns: 48px minmax(0, 1fr) 64px; gap: 8px; align-items: center; }
.rows b { white-space: nowrap; text-align: right; font-weight: 400; }
.track { display: block; height: 8px; border-radius: 4px; background: var(--track); overflow: hidden; }
.track i { display: block; height: 100%; border-radius: 4px; background: var(--yours); }
.track i.theirs { background: repeating-linear-gradient(135deg, var(--theirs) 0 5px, var(--track) 5px 6px); }
.track i.accent { background: var(--accent); }
.track i.warning { background: var(--warning); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: break-word; }
thead th { color: var(--muted); }
details { padding: 8px 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; }
ol { margin: 4px 0; padding-left: 24px; }
li.off { color: var(--muted); text-decoration: line-through; }
pre { margin: 0; overflow: auto; font: 12px/18px ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 760px) { main { display: block; } .card { margin-bottom: 12px; } }
@media print { body { background: none; padding: 0; } .card { box-shadow: none; } }
`;
