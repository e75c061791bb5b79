import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { addressOf, rawClient, selfSigned, startCli } from '@location-records/workspace/tests';
import type { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { createProgram } from '../../src/command-line/parse-command-line.ts';
import { runHere, serveHere } from '../run-here.ts';

type Served = Awaited<ReturnType<typeof serveHere>>;

const folder = mkdtempSync(join(tmpdir(), 'location-records-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));

const get = 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

/** What `look` sees without the flag, and with it. */
async function withoutAndWith<T>(
  flag: readonly string[],
  look: (served: Served) => Promise<T>,
  others: readonly string[] = [],
): Promise<T[]> {
  const seen: T[] = [];
  for (const args of [[], flag]) {
    const served = await serveHere([...others, ...args]);
    seen.push(await look(served));
    expect(await served.stop()).toBe(0);
  }
  return seen;
}

async function jsonAt(url: string) {
  return JSON.parse(await (await fetch(url)).text());
}

async function post(url: string, body: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

/** For every flag of `serve`: what it changes, as a user would see it. */
const proofs: Record<string, () => Promise<void>> = {
  'serve --port': async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const env = { PORT: String(port) };
    const without = runHere(['serve', '--store', 'memory:'], { env });
    expect(await without.exitCode).toBe(1);
    expect(without.stderr.text).toContain(`Port ${port} on 127.0.0.1 is in use`);
    const served = await serveHere([], { env });
    expect(new URL(served.url).port).not.toBe(String(port));
    await served.stop();
    occupant.close();
  },
  'serve --host': async () => {
    // An address that is reserved for documentation (RFC 5737) belongs to no machine.
    const flagged = runHere(['serve', '--port', '0', '--store', 'memory:', '--host', '192.0.2.1']);
    expect(await flagged.exitCode).toBe(1);
    expect(flagged.stderr.text).toContain('192.0.2.1 is not an address of this machine');
    const plain = await serveHere();
    expect(new URL(plain.url).hostname).toBe('127.0.0.1');
    await plain.stop();
  },
  'serve --store': async () => {
    const created: boolean[] = [];
    for (const args of [['--store', 'memory:'], []]) {
      const cli = await startCli(['--port', '0', ...args], { cwd: folder });
      expect(await post(`${cli.url}/a`, location)).toBe(200);
      expect(await cli.stop()).toBe(0);
      created.push(existsSync(join(folder, 'location-records.db')));
    }
    expect(created).toEqual([false, true]);
  },
  'serve --base-path': async () => {
    const look = async ({ url }: Served) => {
      const { origin, pathname } = new URL(url);
      return [pathname, await post(`${origin}/places/a`, location)];
    };
    expect(await withoutAndWith(['--base-path', '/places'], look)).toEqual([
      ['/', 404],
      ['/places', 200],
    ]);
  },
  'serve --body-limit': async () => {
    const look = ({ url }: Served) => post(`${url}/a`, location);
    expect(await withoutAndWith(['--body-limit', String(location.length - 1)], look)).toEqual([200, 400]);
  },
  'serve --strict-coordinates': async () => {
    const look = ({ url }: Served) => post(`${url}/a`, '{"coordinates":{"latitude":91,"longitude":0}}');
    expect(await withoutAndWith(['--strict-coordinates'], look)).toEqual([200, 400]);
  },
  'serve --unknown-members': async () => {
    const look = ({ url }: Served) => post(`${url}/a`, `{"more":1,${location.slice(1)}`);
    expect(await withoutAndWith(['--unknown-members', 'ignore'], look)).toEqual([400, 200]);
  },
  'serve --absent-description': async () => {
    const look = async ({ url }: Served) => {
      await post(`${url}/a`, location);
      return (await fetch(`${url}/a`)).text();
    };
    expect(await withoutAndWith(['--absent-description', 'null'], look)).toEqual([
      location,
      `{"description":null,${location.slice(1)}`,
    ]);
  },
  'serve --etags': async () => {
    const look = async ({ url }: Served) => {
      await post(`${url}/a`, location);
      const tag = (await fetch(`${url}/a`)).headers.get('ETag');
      const headers = { 'If-None-Match': tag ?? '*' };
      return [tag === null, (await fetch(`${url}/a`, { headers })).status];
    };
    expect(await withoutAndWith(['--etags'], look)).toEqual([
      [true, 200],
      [false, 304],
    ]);
  },
  'serve --areas': async () => {
    const look = async ({ url }: Served) => {
      await post(`${url}/a`, location);
      const response = await fetch(`${url}/-/records?bbox=2,1,2,1`);
      return [response.status, (await response.text()).includes('"id":"a"')];
    };
    expect(await withoutAndWith(['--areas'], look, ['--no-areas'])).toEqual([
      [404, false],
      [200, true],
    ]);
  },
  'serve --no-areas': async () => {
    const look = async ({ url }: Served) => [
      (await fetch(`${url}/-/records`)).status,
      (await fetch(`${url}/-/map`)).status,
      Object.keys((await jsonAt(`${url}/-/`)).links),
    ];
    expect(await withoutAndWith(['--no-areas'], look)).toEqual([
      [200, 200, ['map', 'records', 'tiles', 'ogc', 'docs', 'openapi', 'health', 'list']],
      [404, 404, ['docs', 'openapi', 'health', 'list']],
    ]);
    const served = await serveHere([], { env: { LOCATION_RECORDS_AREAS: 'false' } });
    expect((await look(served))[0]).toBe(404);
    expect(await served.stop()).toBe(0);
  },
  'serve --read-only': async () => {
    const look = async ({ url }: Served) => {
      const door = await jsonAt(`${url}/-/`);
      const settings = await jsonAt(`${url}/-/map/settings.json`);
      return [await post(`${url}/a`, location), door.readOnly, settings.mode];
    };
    expect(await withoutAndWith(['--read-only'], look)).toEqual([
      [200, false, 'edit'],
      [403, true, 'view'],
    ]);
  },
  'serve --map': async () => {
    const look = async ({ url }: Served) => {
      const settings = await jsonAt(`${url}/-/map/settings.json`);
      return [await post(`${url}/a`, location), settings.mode];
    };
    expect(await withoutAndWith(['--map', 'view'], look)).toEqual([
      [200, 'edit'],
      [200, 'view'],
    ]);
  },
  'serve --cors': async () => {
    const look = async ({ url }: Served) =>
      (await fetch(`${url}/a`)).headers.get('Access-Control-Allow-Origin');
    expect(await withoutAndWith(['--cors'], look)).toEqual([null, '*']);
    const origin = 'https://example.org';
    expect(await withoutAndWith(['--cors', origin], look)).toEqual([null, origin]);
    const lookFrom = async ({ url }: Served) => {
      const response = await fetch(`${url}/a`, { method: 'DELETE', headers: { Origin: origin } });
      return [response.status, response.headers.get('Access-Control-Allow-Origin')];
    };
    expect(await withoutAndWith(['--cors', 'https://a.example', '--cors', origin], lookFrom)).toEqual([
      [403, null],
      [200, origin],
    ]);
  },
  'serve --allowed-host': async () => {
    const look = async ({ url }: Served) => {
      const client = await rawClient(addressOf(url));
      client.socket.write('GET /a HTTP/1.1\r\nHost: places.example\r\nConnection: close\r\n\r\n');
      return (await client.ended).slice(9, 12);
    };
    expect(await withoutAndWith(['--allowed-host', 'places.example'], look)).toEqual(['421', '404']);
  },
  'serve --grace': async () => {
    const served = await serveHere(['--grace', '0']);
    const client = await rawClient(addressOf(served.url));
    const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    client.socket.write(`${head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`);
    await expect.poll(client.received).toContain('100 Continue');
    expect(await served.stop()).toBe(3);
  },
  'serve --quiet': async () => {
    const lines = async (args: string[]) => {
      const served = await serveHere(args);
      await post(`${served.url}/a`, location);
      await served.stop();
      return served.stdout.text.trimEnd().split('\n');
    };
    expect(await lines([])).toHaveLength(4); // listening, request, stopping, stopped
    expect(await lines(['--quiet'])).toEqual([
      expect.stringMatching(/^location-records listens on http:\S+$/),
    ]);
  },
  'serve --log': async () => {
    const lastLine = async (args: string[], isTTY: boolean) => {
      const served = await serveHere(args, { isTTY });
      await post(`${served.url}/a`, location);
      await served.stop();
      const lines = served.stdout.text.trimEnd().split('\n');
      return lines.findLast((line) => !/"event":"stop/.test(line));
    };
    const json = /^\{"time":"[\d-]+T[\d:.]+Z","event":"request",.*"path":"\/a","status":200,.*\}$/;
    const pretty = /POST \/a \S*200\S* \d+\.\d ms 204 B 127\.0\.0\.1$/;
    expect(await lastLine([], false)).toMatch(json);
    expect(await lastLine([], true)).toMatch(pretty);
    expect(await lastLine(['--log', 'pretty'], false)).toMatch(pretty);
    expect(await lastLine(['--log', 'json'], true)).toMatch(json);
    expect(await lastLine(['--log', 'off'], true)).toMatch(/^Try: /);
  },
  'serve --explain': async () => {
    const look = async (served: Served) => {
      await post(`${served.url}/a`, '{}');
      await served.stop();
      const lines = served.stdout.text.split('\n');
      return JSON.parse(lines.find((line) => line.includes('"event":"request"')) ?? '').reason;
    };
    expect(await withoutAndWith(['--explain'], look)).toEqual([undefined, '"coordinates" is missing']);
  },
  'serve --drain-delay': async () => {
    const served = await serveHere(['--drain-delay', '3600']);
    served.signal('SIGTERM');
    await expect.poll(async () => (await fetch(`${served.url}/-/readyz`)).status).toBe(503);
    expect((await fetch(served.url)).status).toBe(200);
    served.signal('SIGTERM');
    expect(await served.exitCode).toBe(143);
  },
  'serve --metrics': async () => {
    const look = async ({ url }: Served) => (await fetch(`${url}/-/metrics`)).status;
    expect(await withoutAndWith(['--metrics'], look)).toEqual([404, 200]);
  },
  'serve --token-file': async () => {
    const path = join(folder, 'tokens');
    // The SHA-256 of `secret`.
    writeFileSync(path, 'reader:read:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n');
    const look = async ({ url }: Served) => {
      const headers = { Authorization: 'Bearer secret' };
      return [(await fetch(url)).status, (await fetch(url, { headers })).status];
    };
    expect(await withoutAndWith(['--token-file', path], look)).toEqual([
      [200, 200],
      [401, 200],
    ]);
  },
  'serve --max-connections': async () => {
    const look = async ({ url }: Served) => {
      const clients = [await rawClient(addressOf(url)), await rawClient(addressOf(url))];
      clients[1]?.socket.write(get);
      return (await clients[1]?.ended)?.slice(9, 12);
    };
    expect(await withoutAndWith(['--max-connections', '1'], look)).toEqual(['404', '']);
  },
  'serve --max-requests': async () => {
    const look = async ({ url }: Served) => {
      const writes = Array.from({ length: 40 }, () => post(`${url}/a`, location));
      return [...new Set(await Promise.all(writes))].sort();
    };
    const store = ['--store', `sqlite:${join(folder, 'busy.db')}`];
    expect(await withoutAndWith(['--max-requests', '1'], look, store)).toEqual([[200], [200, 503]]);
  },
  'serve --rate': async () => {
    const look = async ({ url }: Served) => {
      const responses = [await fetch(`${url}/a`), await fetch(`${url}/a`), await fetch(`${url}/a`)];
      return responses.map(({ status }) => status);
    };
    expect(await withoutAndWith(['--rate', '2/h'], look)).toEqual([
      [404, 404, 404],
      [404, 404, 429],
    ]);
  },
  'serve --trust-proxy': async () => {
    const look = async (served: Served) => {
      await fetch(served.url, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
      await served.stop();
      const lines = served.stdout.text.split('\n');
      return JSON.parse(lines.find((line) => line.includes('"event":"request"')) ?? '').client;
    };
    expect(await withoutAndWith(['--trust-proxy', '1'], look)).toEqual(['127.0.0.1', '192.0.2.1']);
  },
  'serve --request-timeout': async () => {
    const served = await serveHere(['--request-timeout', '1']);
    const [head, body] = [await rawClient(addressOf(served.url)), await rawClient(addressOf(served.url))];
    head.socket.write(get.slice(0, -2));
    const fields = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 9';
    body.socket.write(`POST /a HTTP/1.1\r\n${fields}\r\n\r\n{`);
    expect((await head.ended).slice(9, 12)).toBe('408');
    expect((await body.ended).slice(9, 12)).toBe('408');
    await served.stop();
  },
  'serve --idle-timeout': async () => {
    const served = await serveHere(['--idle-timeout', '1']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write(get.replace('Connection: close\r\n', ''));
    // Nothing but the limit ends it.
    expect((await client.ended).slice(9, 12)).toBe('404');
    await served.stop();
  },
  'serve --max-header-size': async () => {
    const look = async ({ url }: Served) => (await fetch(`${url}/${'a'.repeat(2000)}`)).status;
    expect(await withoutAndWith(['--max-header-size', '1024'], look)).toEqual([404, 431]);
  },
  'serve --socket': async () => {
    const path = join(folder, 'a.sock');
    const flagged = runHere(['serve', '--store', 'memory:', '--socket', path]);
    while (!flagged.stdout.text.includes('listening')) await once(flagged.stdout, 'kept');
    const client = connect(path);
    client.write('GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /);
    flagged.signal('SIGTERM');
    expect(await flagged.exitCode).toBe(0);
  },
  'serve --admin': async () => {
    const look = async ({ stdout }: Served) => {
      const { admin } = JSON.parse(stdout.text);
      return admin === undefined ? undefined : (await fetch(`${admin}/-/livez`)).status;
    };
    expect(await withoutAndWith(['--admin', '0'], look)).toEqual([undefined, 200]);
  },
  // tls.test.ts says more.
  'serve --tls-cert': async () => {
    const look = async ({ url }: Served) => new URL(url).protocol;
    const flags = ['--tls-cert', selfSigned, '--tls-key', selfSigned];
    expect(await withoutAndWith(flags, look)).toEqual(['http:', 'https:']);
  },
  'serve --tls-key': async () => {
    const flagged = runHere(['serve', '--tls-cert', selfSigned, '--tls-key', join(folder, 'no.key')]);
    expect(await flagged.exitCode).toBe(1);
    expect(flagged.stderr.text).toContain('no.key of --tls-key cannot be read');
  },
  'serve --tls-client-ca': async () => {
    const look = async ({ url }: Served) => {
      const socket = connectSecurely({ port: Number(new URL(url).port), rejectUnauthorized: false });
      socket.on('error', () => {});
      socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      let received = '';
      socket.on('data', (data) => {
        received += data;
      });
      await new Promise((resolve) => socket.once('close', resolve));
      return received.slice(0, 12);
    };
    const secure = ['--tls-cert', selfSigned, '--tls-key', selfSigned];
    expect(await withoutAndWith(['--tls-client-ca', selfSigned], look, secure)).toEqual(['HTTP/1.1 404', '']);
  },
  'serve --data': async () => {
    const path = join(folder, 'data.csv');
    writeFileSync(path, 'id,latitude,longitude\na,1,2\n');
    const look = async ({ url }: Served) => (await fetch(`${url}/a`)).status;
    expect(await withoutAndWith(['--data', path], look)).toEqual([404, 200]);
  },
  'serve --watch': async () => {
    const path = join(folder, 'watched.csv');
    writeFileSync(path, 'id,latitude,longitude\na,1,2\n');
    const served = await serveHere(['--data', path, '--watch']);
    writeFileSync(path, 'id,latitude,longitude\nb,1,2\n');
    await expect.poll(async () => (await fetch(`${served.url}/b`)).status).toBe(200);
    expect((await fetch(`${served.url}/a`)).status).toBe(404);
    expect(await served.stop()).toBe(0);
  },
  'serve --map-style': async () => {
    const path = join(folder, 'style.json');
    const style = { version: 8, sources: {}, layers: [] };
    writeFileSync(path, JSON.stringify(style));
    const look = ({ url }: Served) => jsonAt(`${url}/-/map/settings.json`);
    expect(await withoutAndWith(['--map-style', path], look)).toEqual([
      { mode: 'edit' },
      { style, mode: 'edit' },
    ]);
    writeFileSync(path, '[]');
    for (const file of [path, join(folder, 'absent.json'), 'https://']) {
      const refused = runHere(['serve', '--port', '0', '--store', 'memory:', '--map-style', file]);
      expect(await refused.exitCode).toBe(1);
      expect(refused.stderr.text).toContain(`The file ${file} cannot be used as the style of the map: `);
    }
  },
};

const program = createProgram(() => {});
const commands = [program, ...program.commands];

/** The flags of a command, without `--help`. */
function flagsOf(command: Command): string[] {
  return command.options.flatMap(({ long }) => long ?? []);
}

test('every flag of serve has a proof here, and every other one a test', async () => {
  const [serve, ...others] = program.commands as Command[];
  // engines.long.test.ts proves --workers.
  expect([...Object.keys(proofs), 'serve --workers'].sort()).toEqual(
    flagsOf(serve as Command)
      .map((flag) => `serve ${flag}`)
      .sort(),
  );
  for (const command of others) {
    const name = command.name();
    const tests = await readFile(new URL(`../commands/${name}/${name}.test.ts`, import.meta.url), 'utf8');
    // Most flags of the fake are those of serve, declared by the same function.
    const own = flagsOf(command).filter(
      (flag) => name !== 'fake' || !flagsOf(serve as Command).includes(flag),
    );
    expect(
      own.filter((flag) => !tests.includes(flag)),
      name,
    ).toEqual([]);
  }
});

test.each(commands.map((command) => command.name()))(
  '%s --help shows its usage and examples',
  async (name) => {
    const run = runHere(name === 'location-records' ? ['--help'] : [name, '--help']);
    expect(await run.exitCode).toBe(0);
    expect(run.stdout.text).toMatch(/^Usage: location-records /);
    expect(run.stdout.text).toMatch(/\nExamples?:\n {2}location-records /);
  },
);

test.each(program.commands.map((command) => command.name()))(
  'the page of %s has a table of its flags',
  async (name) => {
    const page = await readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `--'));
    const told = rows.flatMap((row) => row.split(' | ')[0]?.match(/(?<=`)--[\w-]+/g) ?? []);
    const command = commands.find((declared) => declared.name() === name) as Command;
    // The page of the fake refers to that of serve.
    const own = name === 'fake' ? ['--seed', '--fault'] : flagsOf(command);
    expect(told.sort()).toEqual([...own].sort());
  },
);

test.each(Object.entries(proofs))('%s changes what a user sees', (_, proof) => proof());
