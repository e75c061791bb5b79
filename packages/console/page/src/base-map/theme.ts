/** The colours of the map in one theme. The page has its own in `page.css`, which must go with these. */
export interface Theme {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly graticule: string;
  readonly graticuleLabel: string;
  readonly countryLabel: string;
  readonly cityLabel: string;
  readonly labelHalo: string;
  readonly record: string;
  readonly recordEdge: string;
  readonly cell: string;
  readonly cellLabel: string;
  readonly selected: string;
}

/** For `prefers-color-scheme: light`. */
export const light: Theme = {
  water: '#cfdfe8',
  land: '#f6f4ee',
  border: '#b3a99a',
  graticule: '#00000014',
  graticuleLabel: '#4f5f68',
  countryLabel: '#4a443a',
  cityLabel: '#35322d',
  labelHalo: '#f6f4ee',
  record: '#1f5fbf',
  recordEdge: '#ffffff',
  cell: '#1f5fbf',
  cellLabel: '#ffffff',
  selected: '#c2410c',
};

/** For `prefers-color-scheme: dark`. */
export const dark: Theme = {
  water: '#10181f',
  land: '#26303a',
  border: '#566370',
  graticule: '#ffffff12',
  graticuleLabel: '#8fa1ae',
  countryLabel: '#c3ced7',
  cityLabel: '#d3dbe2',
  labelHalo: '#1a222a',
  record: '#7db7ff',
  recordEdge: '#0b1117',
  cell: '#7db7ff',
  cellLabel: '#0b1117',
  selected: '#ffb070',
};
