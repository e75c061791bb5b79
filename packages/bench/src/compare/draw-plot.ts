import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { fetchedFolder } from './fetched.ts';
import type { PlotData } from './plots.ts';

/** As much of Observable Plot as is used. */
interface Plot {
  plot(options: object): { setAttribute(name: string, value: string): void; readonly outerHTML: string };
  dot(points: readonly object[], options: object): object;
  ruleY(points: readonly object[], options: object): object;
  text(points: readonly object[], options: object): object;
}

/** As much of linkedom as is used. */
interface Linkedom {
  parseHTML(text: string): { readonly document: object };
}

const width = 800;
const rowHeight = 17;
const own = '#1d4ed8';
const others = '#6b7280';

/** Draws a plot as the text of an SVG file. The axis is logarithmic, since the slowest are ten times the fastest. */
export async function drawPlot({ title, unit, points }: PlotData): Promise<string> {
  const Plot = await importFetched<Plot>('@observablehq/plot');
  const { parseHTML } = await importFetched<Linkedom>('linkedom');
  const groups = [...new Set(points.map(({ group }) => group))];
  const names = [...new Set(points.map(({ name }) => name))];
  const place = { y: 'name', fy: 'group' };
  const color = ({ name }: { readonly name: string }) => (isOwn(name) ? own : others);
  const svg = Plot.plot({
    document: parseHTML('<!doctype html><html></html>').document,
    width,
    height: groups.length * (names.length + 1) * rowHeight + 90,
    marginLeft: 160,
    marginRight: 180,
    marginTop: 60,
    // For the longest label, which would reach the name of a group otherwise.
    insetRight: 80,
    style: { background: 'white', color: '#111', fontFamily: 'sans-serif' },
    x: {
      type: 'log',
      axis: 'top',
      label: `${title}, in ${unit}`,
      labelAnchor: 'left',
      labelArrow: 'none',
      labelOffset: 45,
      grid: true,
      tickFormat: ',',
    },
    y: { label: null, domain: names },
    fy: { label: null, domain: groups },
    marks: [
      Plot.ruleY(points, { ...place, x1: 'low', x2: 'high', stroke: color, strokeWidth: 2 }),
      Plot.dot(points, { ...place, x: 'value', fill: color, r: 4 }),
      Plot.text(points, { ...place, x: 'high', text: 'label', textAnchor: 'start', dx: 8, fill: color }),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${svg.outerHTML}\n`;
}

/** Whether a contestant is the command. */
function isOwn(name: string): boolean {
  return ['location-records', 'memory', 'SQLite', 'PostgreSQL'].includes(name);
}

async function importFetched<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(createRequire(`${fetchedFolder}/`).resolve(name)).href);
}
