import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Records are written in pieces of this many. */
const pieceRecords = 500;
/** The number of digits in each identifier: with leading zeros, identifiers ascend as their numbers do. */
const digits = 9;

/** A file that was written. */
interface BigFile {
  readonly records: number;
  readonly bytes: number;
}

/** Writes GeoJSON of about `bytes` bytes, with records of about 180 bytes, as `export` writes it. */
export async function writeBigGeoJson(path: string, bytes: number): Promise<BigFile> {
  const file = createWriteStream(path);
  let text = '{"type":"FeatureCollection","features":[';
  let written = 0;
  let records = 0;
  while (written + text.length < bytes) {
    for (const end = records + pieceRecords; records < end; records++) {
      text += `${records === 0 ? '' : ','}\n${featureText(records)}`;
    }
    written += text.length;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  text += '\n]}\n';
  file.end(text);
  await once(file, 'close');
  return { records, bytes: written + text.length };
}

function featureText(number: number): string {
  const latitude = ((number * 7919) % 180_000) / 1000 - 90;
  const longitude = ((number * 104_729) % 360_000) / 1000 - 180;
  const id = `place/${String(number).padStart(digits, '0')}`;
  const geometry = `{"type":"Point","coordinates":[${longitude},${latitude}]}`;
  const properties = `{"description":"Place number ${number}, on the road"}`;
  return `{"type":"Feature","id":"${id}","geometry":${geometry},"properties":${properties}}`;
}
