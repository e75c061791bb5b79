import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../../run-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-advice-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let databases = 0;

/** Imports into a new database. */
async function importFile(args: readonly string[]) {
  const run = runHere(['import', ...args, '--store', `sqlite:${join(folder, `${++databases}.db`)}`]);
  return { exitCode: await run.exitCode, stderr: run.stderr.text, stdout: run.stdout.text };
}

/** Splits a line for a shell into its words. */
function wordsOf(line: string): readonly string[] {
  const word = /(?:'[^']*'|\\'|[^\s'])+/g;
  return (line.match(word) ?? []).map((text) => text.replace(/'([^']*)'|\\'/g, (_, inner) => inner ?? "'"));
}

/** The command lines that a message advises. */
function commandsIn(stderr: string): readonly (readonly string[])[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith('    location-records import '));
  return lines.map((line) => wordsOf(line).slice(2));
}

const files: readonly (readonly [name: string, text: string, used: RegExp])[] = [
  [
    "l'été/metres of France.csv",
    'gares_id;nom;y;x\n1;Gare du Nord;6864500.5;652800.2\n2;Gare de Lyon;6860351.7;653900.1\n',
    /--crs EPSG:2154/,
  ],
  [
    'web-mercator.geojson',
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[261600.8,6250566.5]},"properties":{}}]}',
    /--crs EPSG:3857/,
  ],
  ['exchanged.csv', 'id,latitude,longitude\na,139.7,35.6\nb,139.8,35.7\nc,135.5,34.7\n', /--swap/],
  [
    'E7.json',
    '[{"id":"a","latitudeE7":488584000,"longitudeE7":22945000},{"id":"b","latitudeE7":488606000,"longitudeE7":23376000}]',
    /--scale 1e-7|^$/,
  ],
  [
    'microdegrees.csv',
    'id,lat,lon\na,48858400,2294500\nb,48860600,2337600\n',
    /--scale 0\.000001|--scale 1e-6/,
  ],
  [
    'repeated.geojsonl',
    ['a', 'b', 'a']
      .map(
        (id, index) =>
          `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[${index},1]}}\n`,
      )
      .join(''),
    /--duplicates last/,
  ],
];

describe.each(files)('%s', (name, text, used) => {
  test('is imported by each command that is advised', async () => {
    const path = join(folder, name.replace('/', ' '));
    await writeFile(path, text);
    const first = await importFile([path]);
    const commands = commandsIn(first.stderr);
    expect(commands.map((words) => words.join(' ')).join('\n')).toMatch(used);
    if (commands.length === 0) {
      expect(first.exitCode).toBe(0);
      return;
    }
    expect([first.exitCode, first.stdout]).toEqual([1, '']);
    for (const words of commands) {
      // Systems of other places may not fit to these metres.
      const outcome = await importFile(words);
      expect([words.join(' '), outcome.exitCode, outcome.stderr]).toEqual([
        words.join(' '),
        0,
        expect.not.stringContaining('refused'),
      ]);
    }
  });
});
