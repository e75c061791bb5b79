/** For counts below 10, 100, 1,000 and 10,000, and for others. The first is that of a record. */
type CellColors = readonly [string, string, string, string, string];

/** The colours of the map. The page has its own in `page.css`, which must go with these. */
export type Theme = Readonly<typeof light>;

const light = {
  water: '#cfdfe8',
  land: '#f6f4ee',
  /** Where the built-in map has no detail. */
  ground: '#eef0f1',
  border: '#b3a99a',
  graticule: '#00000014',
  graticuleLabel: '#5f6b74',
  countryLabel: '#4a443a',
  cityLabel: '#35322d',
  labelHalo: '#f6f4ee',
  record: '#2a6fd0',
  recordEdge: '#ffffff',
  cells: ['#2a6fd0', '#1f58ad', '#16428a', '#0f2e66', '#081a40'] as CellColors,
  cellLabel: '#ffffff',
  selected: '#c2410c',
};

const dark: Theme = {
  water: '#10181f',
  land: '#26303a',
  ground: '#1b232b',
  border: '#566370',
  graticule: '#ffffff12',
  graticuleLabel: '#7f909d',
  countryLabel: '#c3ced7',
  cityLabel: '#d3dbe2',
  labelHalo: '#1a222a',
  record: '#6cabff',
  recordEdge: '#0b1117',
  cells: ['#6cabff', '#93c2ff', '#b5d6ff', '#d8eaff', '#ffffff'],
  cellLabel: '#0b1117',
  selected: '#ffb070',
};

/** The colours that people have chosen for all pages. Counts differ by size alone. */
function forced(): Theme {
  const [canvas, text, quiet, link, highlight] = [
    'Canvas',
    'CanvasText',
    'GrayText',
    'LinkText',
    'Highlight',
  ].map(systemColor) as [string, string, string, string, string];
  return {
    water: canvas,
    land: text.replace('rgb(', 'rgba(').replace(')', ', 0.1)'),
    ground: canvas,
    border: quiet,
    graticule: quiet,
    graticuleLabel: text,
    countryLabel: text,
    cityLabel: text,
    labelHalo: canvas,
    record: link,
    recordEdge: canvas,
    cells: [link, link, link, link, link],
    cellLabel: canvas,
    selected: highlight,
  };
}

/** MapLibre does not know the names of system colours. */
function systemColor(name: string): string {
  document.documentElement.style.setProperty('outline-color', name);
  const color = getComputedStyle(document.documentElement).outlineColor;
  document.documentElement.style.removeProperty('outline-color');
  return color;
}

/** Returns a function that makes the theme of the page, and calls another one when it changes. */
export function followTheme(onChange: () => void): () => Theme {
  const isForced = matchMedia('(forced-colors: active)');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  for (const query of [isForced, isDark]) query.addEventListener('change', onChange);
  return () => (isForced.matches ? forced() : isDark.matches ? dark : light);
}
