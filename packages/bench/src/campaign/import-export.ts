import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  finishChild,
  printTable,
  startChild,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { ownBin } from '../server-process.ts';
import { type Settings, seededRandom } from './settings.ts';

const formats = ['geojson', 'csv', 'json', 'gpkg'] as const;
const recordsOfRound = 2000;

/** Exports random records in every format, imports the files again, and compares all of it. */
export async function importExport({ rounds, seed, check }: Settings): Promise<void> {
  const random = seededRandom(seed);
  for (let round = 0; round < rounds; round++) {
    await withTemporaryFolder(async (folder) => {
      const file = (name: string) => join(folder, name);
      await writeFile(file('records.json'), JSON.stringify(randomRecords(random)));
      await command('import', file('records.json'), '--store', `sqlite:${file('first.db')}`);
      const first = await exported(folder, 'first');
      for (const format of formats) {
        await command('export', file(`out.${format}`), '--store', `sqlite:${file('first.db')}`);
        await command('import', file(`out.${format}`), '--store', `sqlite:${file(`${format}.db`)}`);
        check(`${format} brings back the same records`, (await exported(folder, format)) === first);
      }
    });
  }
  printTable(
    ['import-export', 'records'],
    formats.map((format) => [format, String(rounds * recordsOfRound)]),
  );
}

/** Resolves to all records of a store as a text. */
async function exported(folder: string, name: string): Promise<string> {
  const file = join(folder, `${name}-all.json`);
  await command('export', file, '--store', `sqlite:${join(folder, `${name}.db`)}`);
  return readFile(file, 'utf8');
}

function command(...args: readonly string[]): Promise<void> {
  return finishChild(startChild([process.execPath, ownBin, ...args], 'ignore'));
}

/** Pieces of texts that formats quote, trim, decode or misread. */
const pieces = [
  ...['a', 'Z', ' ', '0', '007', '-', '=1+1', '"', "'", ',', ';', '\t', '\r\n', '\n', '\\', '<b>', '&amp;'],
  ...['null', 'true', '1e5', 'é', 'e\u0301', 'ß', '東京', '😀', '\ufeff', '\u2028', '{', ']', '%', '#', '/'],
];
const numbers = [0, -90, 90, 180, -180, 1e-7, -2e-7, 0.1, 48.85840000000001, 123.456789012345];

function randomRecords(random: () => number) {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const text = (length: number) =>
    Array.from({ length: Math.floor(random() * length) }, () => pick(pieces)).join('');
  const degrees = (limit: number) => (random() < 0.2 ? pick(numbers) : (random() * 2 - 1) * limit);
  return Array.from({ length: recordsOfRound }, (_, index) => {
    const coordinates = { latitude: degrees(90), longitude: degrees(180) };
    const description = random() < 0.2 ? {} : { description: text(12) };
    // No piece has a point in it, so no two identifiers are the same.
    return [`${text(5)}#${index}.${text(3)}`, { ...description, coordinates }];
  });
}
