import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const lines = stderr.split('\n').filter((line) => /^ {2,4}location-records import /.test(line));
  return lines.map((line) => wordsOf(line).slice(2));
}

const feature = (id: string, x: number, y: number) =>
  `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[${x},${y}]},"properties":{}}`;

/** Files of which something has to be chosen, by their names, and an option that is advised. */
const files: readonly (readonly [name: string, content: string | Buffer, option: string])[] = [
  [
    "l'été, metres of France.csv",
    'gares_id;nom;Y_L93;X_L93\n1;Gare du Nord;6864500.5;652800.2\n2;Gare de Lyon;6860351.7;653900.1\n',
    '--crs EPSG:2154',
  ],
  [
    'web-mercator.geojson',
    `{"type":"FeatureCollection","features":[${feature('a', -8_238_310.2, 4_970_071.6)}]}`,
    '--crs EPSG:3857',
  ],
  ['krovak.csv', 'id,X,Y\na,1043823.2,743011.7\nb,1044920.7,742302.7\n', '--crs EPSG:5514 --swap --scale -1'],
  ['survey.csv', 'id,Zone,Easting,Northing\na,33U,601936.8,5340383.5\n', '--crs EPSG:32633'],
  ['fit.csv', 'id,position_lat,position_long\na,495141000,-862230000\n', '--scale 8.38'],
  ['exchanged.csv', 'id,latitude,longitude\na,139.7,35.6\nb,139.8,35.7\nc,135.5,34.7\n', '--swap'],
  ['ten-millionths.csv', 'id,lat,lon\na,488584000,22945000\nb,488606000,23376000\n', '--scale 1e-7'],
  ['millionths.csv', 'id,lat,lon\na,48858400,2294500\nb,48860600,2337600\n', '--scale 0.000001'],
  [
    'repeated.geojsonl',
    [feature('a', 1, 2), feature('b', 3, 4), feature('a', 5, 6)].join('\n'),
    '--duplicates last',
  ],
  [
    'chinese-or-korean.csv',
    // 北京 in GB 18030, and two syllables in EUC-KR.
    Buffer.concat([
      Buffer.from('id,name,lat,lon\n1,'),
      Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]),
      Buffer.from(',39.9,116.4\n'),
    ]),
    '--encoding gb18030',
  ],
];

test.each(files)('each command that is advised imports %s', async (name, content, option) => {
  const path = join(folder, name);
  await writeFile(path, content);
  const first = await importFile([path]);
  expect([first.exitCode, first.stdout]).toEqual([1, '']);
  const commands = commandsIn(first.stderr);
  expect(commands.map((words) => words.join(' ')).join('\n')).toContain(option);
  for (const words of commands) {
    expect(words).toContain(path);
    const { exitCode, stderr } = await importFile(words);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('refused')]);
  }
});

test('the command that is advised has the flags that were given, without passwords', async () => {
  const path = join(folder, 'given.csv');
  await writeFile(path, 'id,lat,lon\na,139.7,35.6\nb,139.8,35.7\n');
  const secret = ['--url', 'http://127.0.0.1:1', '--header', 'Authorization: Basic abc', '--dry-run'];
  const run = runHere(['import', '--id=id', ...secret, '--', path]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toContain(
    `    location-records import --id=id --url http://127.0.0.1:1 --header 'Authorization: ***' --dry-run --swap -- ${path}\n`,
  );
});

test('the advice about a reference system that is not known names another file and this one', async () => {
  const path = join(folder, 'grid.geojson');
  const crs = '{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::999999"}}';
  await writeFile(path, `{"type":"FeatureCollection","crs":${crs},"features":[${feature('a', 1000, 2000)}]}`);
  const { exitCode, stderr } = await importFile([path]);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`: ogr2ogr .*\\.geojson ${path}\n$`)),
  ]);
});
