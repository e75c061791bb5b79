import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeHere, runHere } from '../../run-here.ts';
import { home, startFake } from './fake-here.ts';

let folder: string;
let seed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-fake-'));
  seed = join(folder, 'seed.json');
  await writeFile(seed, `\ufeff${JSON.stringify([['home', home]])}`);
});

afterAll(() => rm(folder, { recursive: true }));

test('it prints where it listens, where the records are, and where it is controlled', async () => {
  const pretty = await fakeHere(['--log', 'pretty', '--seed', seed]);
  expect(await (await fetch(`${pretty.url}/home`)).json()).toEqual(home);
  expect(await pretty.stop()).toBe(0);
  expect(pretty.stdout.text.split('\n').slice(0, 4)).toEqual([
    `location-records listens on ${pretty.url}`,
    `Records are in memory: they end with this process; 1 from ${seed}`,
    `Faults, journal and reset: ${pretty.url}/-/fake`,
    expect.stringMatching(/^Try: curl /),
  ]);
  const json = await fakeHere(['--log', 'json']);
  expect(await json.stop()).toBe(0);
  const [listening = ''] = json.stdout.text.split('\n');
  expect(JSON.parse(listening)).toMatchObject({ event: 'listening', control: `${json.url}/-/fake` });
});

test('it runs as a process', async () => {
  const cli = await startCli(['--port', '0', '--fault', 'status status=503'], { command: 'fake' });
  expect((await fetch(cli.url)).status).toBe(503);
  expect(await cli.stop()).toBe(0);
});

test.each<[text: string | undefined, message: RegExp]>([
  ['[\n["a", {}]]', /^location-records: [^\n]*wrong\.json[^\n]*\n$/],
  ['[', /^location-records: Cannot read "\S+\.json"\. [^\n]+\n$/],
  [undefined, /^location-records: Cannot read "\S+\.json": there is no such file\.\n/],
])('it does not start with the seed %j', async (text, message) => {
  const file = join(folder, text === undefined ? 'none.json' : 'wrong.json');
  if (text !== undefined) await writeFile(file, text);
  const run = runHere(['fake', '--port', '0', '--seed', file]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toMatch(message);
});

test.each([
  [
    ['--fault', 'loosed'],
    '--fault cannot be "loosed". Invalid "fault": expected a function, or one of reset, lost',
  ],
  [['--fault', 'lost times'], 'Invalid "times": expected a member such as times=1.'],
  [['--fault', 'lost times=x'], 'Invalid "fault.times": expected a whole number from 1.'],
  [['--fault', '{"fault":'], 'JSON'],
  [['--store', 'memory:'], "unknown option '--store'"],
])('it does not start with %j', async (args, message) => {
  const run = runHere(['fake', ...args]);
  expect(await run.exitCode).toBe(2);
  expect(run.stderr.text).toContain(message);
});

test('--fault accepts a short form and JSON, and may be repeated', async () => {
  const { send } = await startFake(
    ...['--fault', 'lost method=PUT|POST times=2', '--fault', '{"fault":"torn","records":0}'],
  );
  expect(await send('GET', '/-/fake/faults')).toEqual([
    200,
    [
      { number: 1, fault: 'lost', method: ['PUT', 'POST'], times: 2, timesMet: 0 },
      { number: 2, fault: 'torn', records: 0, timesMet: 0 },
    ],
  ]);
});

test('the log names the faults that a request has met', async () => {
  const faulty = await startFake('--fault', 'delayed ms=0', '--fault', 'status status=503 target=/a');
  await faulty.send('POST', '/-/fake/faults', { fault: 'lost', target: '/b' });
  for (const id of ['a', 'c']) await faulty.send('GET', `/${id}`);
  await expect(faulty.send('GET', '/b')).rejects.toThrow('fetch failed');
  expect(await faulty.stop()).toBe(0);
  const lines = faulty.stdout.text.trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line)).filter(({ path }) => /^\/.$/.test(path));
  expect(logged.map(({ path, status, clause, reason }) => [path, status, clause, reason])).toEqual([
    ['/a', 503, 'fault', 'delayed 0, status 503'],
    ['/c', 404, 'SPEC 4.1', 'the record "c" is absent; fault: delayed 0'],
    ['/b', null, 'fault', 'lost'],
  ]);
});
