import type { LocationResponse } from '@location-records/core';
import type { CountProgress } from '../tiles/place-counter.ts';
import type { DoorLink } from './links.ts';
import type { AboutService } from './options.ts';

/** The colours are those of the map. */
const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff;
  --raised: #f4f5f7;
  --edge: #d3d8de;
  --text: #1b2127;
  --soft: #55606b;
  --accent: #1f5fbf;
  --on-accent: #ffffff;
  font: 100%/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #151b21;
    --raised: #1e262e;
    --edge: #36424d;
    --text: #e6ebef;
    --soft: #a3b0bb;
    --accent: #7db7ff;
    --on-accent: #0b1117;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); }
.page { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4rem) 1.25rem 3rem; }
.mark { display: block; width: 2.5rem; height: 2.5rem; margin-bottom: 1rem; }
.mark path { fill: var(--accent); }
.mark circle { fill: var(--ground); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.125rem; }
p { margin: 0.5rem 0; }
.lead, dt, .links p, .what, footer { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.5rem 0; }
dt { font-size: 0.875rem; }
dd { margin: 0; font-size: 1.125rem; font-weight: 600; font-variant-numeric: tabular-nums; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.open {
  display: inline-block;
  padding: 0.625rem 1.25rem;
  border: 1px solid transparent;
  border-radius: 0.375rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}
.links { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--edge); }
.links li { padding: 0.75rem 0; border-bottom: 1px solid var(--edge); }
.links a { display: inline-block; padding: 0.25rem 0; font-weight: 600; }
.links p { margin: 0; }
.what { margin: 1rem 0 0.25rem; }
pre {
  margin: 0;
  padding: 0.75rem 1rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  background: var(--raised);
  font: 0.875rem/1.5 ui-monospace, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
footer { margin-top: 2.5rem; font-size: 0.875rem; }
code { overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--edge); text-align: left; vertical-align: top; }
th code { white-space: nowrap; }
details { border-bottom: 1px solid var(--edge); padding: 0.5rem 0; }
details[open] { padding-bottom: 1.5rem; }
summary { padding: 0.25rem 0; cursor: pointer; }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h3 { display: inline; margin: 0; font-size: 1rem; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.875rem; }
`;

const shape = 'M8 0a6 6 0 0 0-6 6c0 4.500 6 10 6 10s6-5.500 6-10a6 6 0 0 0-6-6z';
const hole = 'cx="8" cy="6" r="2.500"';
const mark = `<svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><path d="${shape}"/><circle ${hole}/></svg>`;
const icon = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1f5fbf" d="${shape}"/><circle fill="#fff" ${hole}/></svg>`,
);

/** Returns the fields of a page: it loads nothing, runs nothing, and no page may frame it. */
export async function policyHeaders(): Promise<LocationResponse['headers']> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Returns a page with this content, which is HTML. */
export function pageWith(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<style>${style}</style>
</head>
<body>
<main class="page">
${mark}
${content}
</main>
</body>
</html>
`;
}

/** What the front door shows. */
export interface Shown {
  readonly about: AboutService;
  readonly readOnly: boolean;
  readonly links: readonly DoorLink[];
  readonly count: CountProgress;
  /** The URL of the service, which a client may have chosen. */
  readonly url: string;
}

/** Returns the page of the front door. */
export function doorPage(shown: Shown): string {
  const { about, links } = shown;
  const map = links.find(({ name }) => name === 'map');
  const others = links.filter((link) => link !== map);
  const activity = about.activity?.();
  return pageWith(
    'Location records',
    `<h1>Location records</h1>
<p class="lead">A service that keeps places: an optional description and a pair of coordinates under an identifier.</p>
<dl class="facts">
${factsOf(shown)
  .map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
  .join('\n')}
</dl>
${activity === undefined ? '' : `<p>${escapeHtml(activity)}</p>\n`}${map ? `<p><a class="open" href="${hrefOf(map)}">Open the map</a></p>\n` : ''}
<h2>What there is</h2>
<ul class="links">
${others.map((link) => `<li><a href="${hrefOf(link)}">${link.title}</a><p>${link.text}</p></li>`).join('\n')}
</ul>
<h2>Try it</h2>
${commandsFor(shown)
  .map(([what, command]) => `<p class="what">${what}</p>\n<pre><code>${escapeHtml(command)}</code></pre>`)
  .join('\n')}
<footer>Programs get this as JSON with <code>Accept: application/json</code>.</footer>`,
  );
}

/** Relative to the front door, so it is right below every mount point. */
function hrefOf({ path }: DoorLink): string {
  return path.startsWith('-/') ? path.slice(2) : `../${path}`;
}

type Row = readonly [string, string];

function factsOf({ about, readOnly, count }: Shown): readonly Row[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Records', numberOf(count)],
    ['Store', about.store],
    ['Access', readOnly ? 'Read-only' : undefined],
    ['Version', about.version],
  ];
  return rows.filter((row): row is Row => row[1] !== undefined);
}

function numberOf({ records, counting }: CountProgress): string | undefined {
  if (records !== null) return records.toLocaleString('en');
  if (counting === null) return undefined;
  return counting === 0 ? 'Counting …' : `Counting … ${Math.floor(counting * 100)} %`;
}

const example = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';

/** What to type into a shell, and what for. */
function commandsFor({ readOnly, links, url }: Shown): readonly Row[] {
  const at = (path: string) => quoted(`${url}/${path}`);
  const rows: Row[] = [];
  if (!readOnly) {
    rows.push([
      'Create a record, or replace it',
      `curl -X POST -H 'Content-Type: application/json' -d '${example}' ${at('eiffel-tower')}`,
    ]);
  }
  const hasRecords = links.some(({ name }) => name === 'records');
  if (!readOnly) rows.push(['Read a record', `curl ${at('eiffel-tower')}`]);
  else if (hasRecords) rows.push(['Read some records', `curl ${at('-/records?limit=10')}`]);
  else rows.push(['Read all records', `curl ${at('')}`]);
  if (hasRecords) {
    rows.push([
      'Find the records within 5 km of a point',
      `curl ${at('-/records?near=48.8584,2.2945&radius=5000')}`,
    ]);
    if (!readOnly) {
      rows.push([
        'Import a file',
        `curl -H 'Content-Type: text/csv' --data-binary @places.csv ${at('-/records')}`,
      ]);
    }
  }
  return rows;
}

/** Quotes text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '%27')}'`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
