import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-data-'));
  path = join(folder, 'places.csv');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function fill(...rows: readonly string[]): Promise<void> {
  return writeFile(path, ['id,description,latitude,longitude', ...rows, ''].join('\n'));
}

async function list(url: string): Promise<readonly string[]> {
  const pairs = (await (await fetch(`${url}/`)).json()) as readonly [string, unknown][];
  return pairs.map(([id]) => id).sort();
}

test('serve --data has the records of the file in memory, which clients change', async () => {
  await fill('a,A,1,2', 'b,,3,4');
  const served = await serveHere(['--data', path]);
  expect(served.stdout.text).toContain(`the first ones are from ${path}`);
  expect(await list(served.url)).toEqual(['a', 'b']);
  expect(await (await fetch(`${served.url}/a`)).json()).toEqual({
    description: 'A',
    coordinates: { latitude: 1, longitude: 2 },
  });
  await fetch(`${served.url}/b`, { method: 'DELETE' });
  expect(await list(served.url)).toEqual(['a']);
  expect(await served.stop()).toBe(0);
});

test('serve --data without --store keeps the records in memory', async () => {
  await fill('a,,1,2');
  const run = runHere(['serve', '--port', '0', '--data', path]);
  await expect.poll(() => run.stdout.text).toContain('in memory');
  run.signal('SIGTERM');
  expect(await run.exitCode).toBe(0);
});

test('serve --watch reads the file again when it is written, or replaced by another one', async () => {
  await fill('a,,1,2', 'b,,1,2');
  const served = await serveHere(['--data', path, '--watch', '--areas']);
  await fill('a,changed,1,2', 'c,,1,2');
  await expect.poll(() => list(served.url)).toEqual(['a', 'c']);
  await expect
    .poll(() => served.stderr.text)
    .toContain('"event":"reloaded","created":1,"replaced":1,"removed":1}');
  const other = join(folder, 'other.csv');
  await rename(path, other);
  await fill('d,,1,2');
  await expect.poll(() => list(served.url)).toEqual(['d']);
  const found = await (await fetch(`${served.url}/-/records`)).json();
  expect(found).toMatchObject({ features: [{ id: 'd' }] });
  expect(await served.stop()).toBe(0);
});

test('serve --watch keeps the records when the file cannot be read, and reports why', async () => {
  await fill('a,,1,2');
  const served = await serveHere(['--data', path, '--watch']);
  await fill('a,,6870608,649234', 'b,,6870609,649235');
  await expect.poll(() => served.stderr.text).toContain('are not degrees');
  expect(served.stderr.text).toContain(' The records stay as they were."}\n');
  expect(await list(served.url)).toEqual(['a']);
  await rm(path);
  const gone = `The file ${path} is missing. The records stay as they were."}\n`;
  await expect.poll(() => served.stderr.text).toContain(gone);
  expect(await list(served.url)).toEqual(['a']);
  await fill('b,,1,2');
  await expect.poll(() => list(served.url)).toEqual(['b']);
  expect(await served.stop()).toBe(0);
});

test.each([
  [['--data', 'missing.csv'], 1, 'location-records: Cannot read "missing.csv": there is no such file.\n'],
  [['--data', 'absent/a.csv', '--watch'], 1, 'Cannot read "absent/a.csv": there is no such file.\n'],
])('serve %j is refused in one line', async (args, code, message) => {
  const run = runHere(['serve', '--port', '0', ...args]);
  expect(await run.exitCode).toBe(code);
  expect(run.stderr.text).toContain(message);
  expect(run.stderr.text).not.toMatch(/\n {4}at /);
});

test('serve --data says what is understood of the file, and what is left out', async () => {
  await writeFile(path, 'code,name,lat,lng\na,Bell,1,2\nb,Rock,3,4\nc,Mist,n/a,\n');
  const served = await serveHere(['--data', path, '--log', 'pretty']);
  expect(await list(served.url)).toEqual(['a', 'b']);
  expect(await served.stop()).toBe(0);
  const [understood, problems, ...rest] = served.stderr.text.split('\n');
  expect(understood).toBe(
    'location-records: places.csv: 2 records of CSV; id: code; coordinates: lat, lng; description: name',
  );
  expect(problems).toMatch(/^location-records: places\.csv: 1 refused: .* \(line 4 "c"\)$/);
  expect(rest).toEqual(['']);
});

test('serve --data does not start when something has to be chosen, and says how to import the file', async () => {
  await fill('a,,1,2', 'b,,3,4', 'a,last,5,6');
  const run = runHere(['serve', '--port', '0', '--data', path]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toContain('lines 2 and 4 both have "a"');
  expect(run.stderr.text).toContain('Import it into a store, and serve that:\n');
  expect(run.stderr.text).toContain(`location-records import ${path} --duplicates last\n`);
});

test('serve --data does not start with a file whose records are all refused', async () => {
  await writeFile(path, '[{"id":"a","lat":1},{"id":"b","lat":2}]');
  const run = runHere(['serve', '--port', '0', '--data', path]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toMatch(/^location-records: [^\n]+\n$/);
});
