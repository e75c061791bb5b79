import type { LocationRecord } from '@location-records/core';

/** The header line, with its line end. */
export function writeCsvHeader(): string {
  return 'id,description,latitude,longitude\r\n';
}

/**
 * The lines of some records, each with its line end. An absent description is an empty field, and an empty one is in
 * quotes. `csv-stringify` is slower, and needs `Buffer`.
 */
export function writeCsvRows(records: readonly LocationRecord[]): string {
  let text = '';
  for (const [id, { description, coordinates }] of records) {
    const described = description === undefined ? '' : writeField(description);
    // V8 caches the texts that other ways make of numbers, and is slower for numbers that do not come again.
    const [latitude, longitude] = [
      JSON.stringify(coordinates.latitude),
      JSON.stringify(coordinates.longitude),
    ];
    text += `${writeField(id)},${described},${latitude},${longitude}\r\n`;
  }
  return text;
}

/** RFC 4180: quotes around what the format could take for itself. */
function writeField(text: string): string {
  if (text !== '' && !/[",\r\n]/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}
