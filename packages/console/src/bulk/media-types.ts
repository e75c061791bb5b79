/**
 * The media types of bodies with records: none that a form of a web page can send without a preflight. The
 * content of the body decides its format.
 */
export const mediaTypes: readonly string[] = [
  'application/octet-stream',
  'application/json',
  'application/geo+json',
  'application/geo+json-seq',
  'application/x-ndjson',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.google-earth.kml+xml',
  'application/vnd.google-earth.kmz',
  'application/gpx+xml',
  'application/zip',
];

/** Whether the lines of a `Content-Type` field are one of {@link mediaTypes}, with any parameters. */
export function isMediaType([line = '', ...more]: readonly string[]): boolean {
  const [type = ''] = line.split(';', 1);
  return more.length === 0 && mediaTypes.includes(type.trim().toLowerCase());
}
