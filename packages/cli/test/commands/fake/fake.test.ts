import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, occupyPort, rawClient, startCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeHere, runHere } from '../../run-here.ts';

const home = { coordinates: { latitude: 1, longitude: 2 } };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-fake-'));
  await writeFile(join(folder, 'seed.json'), JSON.stringify([['home', home]]));
});

afterAll(() => rm(folder, { recursive: true }));

test('it says where it listens, where the records are, and where it is steered', async () => {
  const pretty = await fakeHere(['--log', 'pretty', '--seed', join(folder, 'seed.json')]);
  expect(await pretty.stop()).toBe(0);
  expect(pretty.stdout.text.split('\n').slice(0, 4)).toEqual([
    `location-records listens on ${pretty.url}`,
    `Records are in memory: they end with this process; 1 from ${join(folder, 'seed.json')}`,
    `Faults, journal and reset: ${pretty.url}/-/fake`,
    expect.stringMatching(/^Try: curl /),
  ]);
  const json = await fakeHere(['--log', 'json']);
  expect(await json.stop()).toBe(0);
  const [listening = ''] = json.stdout.text.split('\n');
  expect(JSON.parse(listening)).toMatchObject({ event: 'listening', control: `${json.url}/-/fake` });
});

test('it works as a process of its own', async () => {
  const cli = await startCli(['--port', '0', '--fault', 'respondWith status=503'], { command: 'fake' });
  expect((await fetch(cli.url)).status).toBe(503);
  expect(await (await fetch(`${cli.url}/-/fake/health`)).json()).toEqual({ status: 'ok' });
  expect(await cli.stop()).toBe(0);
});

test('it takes a seed with a byte order mark', async () => {
  const file = join(folder, 'marked.json');
  await writeFile(file, `\ufeff${JSON.stringify({ home })}`);
  const cli = await fakeHere(['--seed', file]);
  expect(await (await fetch(`${cli.url}/home`)).json()).toEqual(home);
  expect(await cli.stop()).toBe(0);
});

describe('a fake that cannot start', () => {
  test.each([
    ['[\n["a", {}]]', 'Line 2, record "a": "coordinates" is missing.'],
    [`[["a,[", ${JSON.stringify(home)}],\n\n  ["a,["]]`, 'Line 3, record "a,[": '],
    [
      `[["a", ${JSON.stringify(home)}], ["a", ${JSON.stringify(home)}]]`,
      'Line 1, record "a": the identifier is there twice.',
    ],
    ['[\n5]', 'Line 2, record 1: it is a number, not a pair; '],
    [`[["", ${JSON.stringify(home)}]]`, 'Line 1, record 1: the identifier is empty.'],
    [
      '{"a":{"descripton":"b","coordinates":{"latitude":1,"longitude":2}}}',
      'Line 1, record "a": unknown member "descripton"; did you mean "description"?',
    ],
    [
      `{"a":${JSON.stringify(home)},\n"2":${JSON.stringify(home)},"b":{},"1":{}}`,
      'Line 2, record "b": "coordinates" is missing.',
    ],
    [
      `{"a{\\"":${JSON.stringify({ description: '}\\', ...home })},\n"\\u0061{\\"" :${JSON.stringify(home)}}`,
      'Line 2, record "a{\\"": the identifier is there twice.',
    ],
    ['[', 'Line 1, record 1: not JSON: '],
  ])('says what is wrong with the seed %j', async (text, message) => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, text);
    const run = runHere(['fake', '--port', '0', '--seed', file]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain(`location-records: The seed ${file} cannot be used. ${message}`);
  });

  test('names no flag that it does not have', async () => {
    const file = join(folder, 'named.ndjson');
    const geometry = { type: 'Point', coordinates: [1, 2] };
    await writeFile(file, JSON.stringify({ type: 'Feature', id: 'a', geometry, properties: { code: 1 } }));
    const run = runHere(['fake', '--port', '0', '--seed', file]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain('Line 1, record "a": unknown property "code".\n');
  });

  test('says that a seed is of no known format', async () => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, '5');
    const run = runHere(['fake', '--port', '0', '--seed', file]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain(`Cannot read "${file}". The format is not known: `);
  });

  test('refuses a seed that is not UTF-8, instead of changing its texts', async () => {
    const file = join(folder, 'latin-1.json');
    await writeFile(
      file,
      Buffer.from('{"caf\u00e9":{"coordinates":{"latitude":1,"longitude":2}}}', 'latin1'),
    );
    const run = runHere(['fake', '--port', '0', '--seed', file]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain(`The seed ${file} cannot be used. Line 1, record 1: it is not UTF-8; `);
  });

  test('says that there is no such file', async () => {
    const run = runHere(['fake', '--port', '0', '--seed', join(folder, 'none.json')]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toMatch(
      /^location-records: The seed cannot be used\. Cannot read ".*none\.json": there is no such file; name a file/,
    );
  });

  test.each([
    [['--fault', 'loosResponse'], '--fault cannot be "loosResponse". Unknown fault "loosResponse". Faults: '],
    [['--fault', 'loseResponse times'], 'A member of a fault is written name=value, not "times".'],
    [['--fault', 'loseResponse id=a id=b'], 'The member "id" is there twice.'],
    [['--fault', 'loseResponse fault=loseWrite'], 'The member "fault" is there twice.'],
    [
      ['--fault', 'loseResponse method=PUT method=DELETE'],
      'The member "method" is there twice. Write several methods as method=PUT|DELETE.',
    ],
    [['--fault', 'loseResponse times=x'], 'The member "times" must be a whole number from 1.'],
    [
      ['--delay', '3-1'],
      "'--delay <ms>' argument '3-1' is invalid. It must be milliseconds, such as 200, or a range of them, such as 100-300.",
    ],
    [
      ['--delay', '3-2147483648'],
      '--delay cannot be "3-2147483648". It must be milliseconds from 0 to 2147483647, or a pair of them in ascending order.',
    ],
    [
      ['--fault', 'delayRequest milliseconds=2147483648'],
      'The member "milliseconds" must be milliseconds from 0 to 2147483647, or a pair of them in ascending order.',
    ],
    [['--sed', 'a'], "unknown option '--sed' (Did you mean --seed?)"],
    [['--store', 'memory:'], "unknown option '--store'"],
    [['--explain', '--log', 'off'], '--explain needs a request log, but that is off.'],
  ])('says what is wrong with %j', async (args, message) => {
    const run = runHere(['fake', ...args]);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain(message);
    expect(run.stderr.text).toContain('\nRun location-records fake --help.\n');
  });

  test('says that its port is in use', async () => {
    const occupant = await occupyPort();
    const run = runHere(['fake', '--port', String(occupant.port)]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain(`Port ${occupant.port} on 127.0.0.1 is in use`);
    await occupant.leave();
  });
});

test('the log names the faults that a request has met', async () => {
  const faulty = await fakeHere([
    '--log',
    'json',
    '--explain',
    '--delay',
    '1',
    '--fault',
    'respondWith status=204 id=a',
  ]);
  await fetch(`${faulty.url}/-/fake/faults`, { method: 'POST', body: '{"fault":"loseResponse","id":"b"}' });
  for (const id of ['a', 'c']) await fetch(`${faulty.url}/${id}`);
  await expect(fetch(`${faulty.url}/b`)).rejects.toThrow('fetch failed');
  await fetch(`${faulty.url}/-/fake/delay`, { method: 'DELETE' });
  await fetch(`${faulty.url}/d`);
  expect(await faulty.stop()).toBe(0);
  const lines = faulty.stdout.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const reasonOf = (path: string) => {
    const { clause, reason } = lines.find((line) => line.path === path);
    return [clause, reason];
  };
  expect(reasonOf('/a')).toEqual(['fault', 'delayResponse(1), respondWith(204)']);
  expect(reasonOf('/b')).toEqual(['fault', 'delayResponse(1), loseResponse']);
  expect(reasonOf('/c')).toEqual(['SPEC 4.1', 'the record "c" is absent; fault: delayResponse(1)']);
  expect(reasonOf('/d')).toEqual(['SPEC 4.1', 'the record "d" is absent']);
});

test('the log has a line for a response that a fault breaks off', async () => {
  const broken = await fakeHere(['--log', 'json', '--fault', 'breakConnection']);
  const client = await rawClient(addressOf(broken.url));
  const closed = once(client.socket, 'close');
  client.socket.write('GET /home HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await closed;
  expect(client.received()).toBe('');
  expect(await broken.stop()).toBe(0);
  expect(broken.stdout.text).toContain('"path":"/home"');
  expect(broken.stdout.text).toMatch(/"status":null,.*"bytesSent":0,"aborted":true/);
});
