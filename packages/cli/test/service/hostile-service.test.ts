import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, makeRecord, makeRecords } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openBulkServiceStore } from '../../src/service/bulk-service-store.ts';
import { runHere } from '../run-here.ts';
import { bulkServiceListener, serveOnce, serviceListener, startServer } from '../servers.ts';

const [id, location] = makeRecord(1);
const json = { 'content-type': 'application/json' };

async function storeOver(listener: RequestListener, timeout = 60_000) {
  return openBulkServiceStore({ url: await serveOnce(listener), timeout });
}

/** Sends a part again and again. */
function endless(beginning: string, part: string, status = 200): RequestListener {
  const piece = part.repeat(Math.ceil(2 ** 16 / part.length));
  return (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(status, json).write(beginning);
    response.on('drain', write);
    write();
  };
}

/** Does something again and again while a response is open. */
function again(response: ServerResponse, act: () => void, ms = 20): void {
  const timer = setInterval(act, ms);
  response.on('close', () => clearInterval(timer));
}

/** Sends a byte now and then, for ever. */
const dripping: RequestListener = (_, response) => {
  response.writeHead(200, json);
  again(response, () => response.write(' '));
};

function errorOf(promise: Promise<unknown>): Promise<{ code?: string; message?: string }> {
  return promise.then(
    () => ({}),
    (error) => error,
  );
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-hostile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function places(): Promise<string> {
  const path = join(folder, 'places.json');
  await writeFile(path, JSON.stringify(makeRecords(3)));
  return path;
}

async function command(...args: readonly string[]) {
  const run = runHere(args);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('what never ends is refused:', () => {
  test.each([
    ['a record', '{"description":"', 'x', 'the record in its response is longer than 4 MiB'],
    ['a record of brackets', '', '[', 'the record in its response is of more than 200000 parts'],
  ])('%s', async (_, beginning, part, problem) => {
    const error = await errorOf((await storeOver(endless(beginning, part))).get(id));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE', message: expect.stringContaining(problem) });
  });

  test.each([
    [500, 'STORE_UNAVAILABLE', 'responded with 500.'],
    [400, 'RECORD_REFUSED', 'responded with 400.'],
  ])('the body of an error %i, of which 64 KiB are read', async (status, code, message) => {
    const store = await storeOver(endless('{"error_message":"', 'x', status));
    for (const ask of [() => store.get(id), () => store.put(id, location)]) {
      expect(await errorOf(ask())).toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  test('a report about many records', async () => {
    const error = await errorOf((await storeOver(endless('{"outcomes":"', 'x'))).put(id, location));
    expect(error).toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('the report in its response is longer than 16 MiB'),
    });
  });

  test.each([
    ['white space between records', '[', ' ', 'a record in its response is longer than 8 MiB'],
    ['a text in a list', '[["', 'x', 'longer than'],
    ['brackets in a list', '[', '[', 'a record in its response is of more than 200000 parts'],
  ])('%s', async (_, beginning, part, problem) => {
    const error = await errorOf(contentOf(await storeOver(endless(beginning, part))));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE', message: expect.stringContaining(problem) });
  });

  test.each([
    ['a line', 'x', 'a line in its response is longer than 4 MiB'],
    ['empty lines', '\n', 'a line in its response is longer than 4 MiB'],
    ['a line of brackets', '[', 'a line in its response is of more than 200000 parts'],
  ])('%s of a search', async (_, part, problem) => {
    const { exitCode, stderr } = await command('find', await serveOnce(endless('', part)));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^location-records: The service at \S+ cannot be used: [^\n]*\n$/);
    expect(stderr).toContain(problem);
  });
});

describe('the time limit', () => {
  test('counts from the request to the end of the response', async () => {
    const store = await storeOver(dripping, 1000);
    for (const ask of [() => store.get(id), () => store.put(id, location), () => store.delete(id)]) {
      expect(await errorOf(ask())).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('its response did not end within 1000 ms; see --timeout.'),
      });
    }
  });

  test('counts interim responses as none', async () => {
    const store = await storeOver((_, response) => again(response, () => response.writeProcessing()), 200);
    for (const ask of [() => store.get(id), () => contentOf(store)]) {
      expect((await errorOf(ask())).message).toContain('did not respond within 200 ms; see --timeout.');
    }
  });

  test.each([['export', '-', '--url'], ['find']])('%s needs 64 KiB in each', async (...args) => {
    const url = await serveOnce((request, response) => {
      if (request.method === 'OPTIONS') response.end();
      else dripping(request, response);
    });
    const { exitCode, stderr } = await command(...args, url, '--timeout', '1000');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('its response brought less than 64 KiB within 1000 ms; see --timeout.\n');
  });

  test('is no limit for a long list that comes', async () => {
    const description = 'x'.repeat(2 ** 17);
    const records = Array.from({ length: 5 }, (_, number) => [`${number}`, { ...location, description }]);
    const store = await storeOver((_, response) => {
      response.writeHead(200, json).write('[');
      again(
        response,
        () => {
          const text = JSON.stringify(records.pop());
          if (records.length === 0) response.end(`${text}]`);
          else response.write(`${text},`);
        },
        600,
      );
    }, 2000);
    expect((await contentOf(store)).size).toBe(5);
  });
});

test('a head that is too long is named', async () => {
  const store = await storeOver((_, response) =>
    response.writeHead(200, { 'x-a': 'a'.repeat(100_000) }).end(),
  );
  expect(await errorOf(store.get(id))).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('the head of its response is too long; check the port'),
  });
});

describe('the first signal ends', () => {
  test.each([
    ['find, of a server that drips', ['find'], dripping, /^$/],
    ['find, of one whose list does not end', ['find', '--limit', '1000000000'], features, /^$/],
    [
      'export, of a server that drips',
      ['export', 'a.csv', '--url'],
      dripping,
      /stopped; \S*a\.csv is as it was/,
    ],
  ] as const)('%s', async (_, args, listener, message) => {
    const { server, url, close } = await startServer(listener);
    onTestFinished(close);
    const asked = once(server, 'request');
    const run = runHere([...args.map((arg) => (arg === 'a.csv' ? join(folder, arg) : arg)), url]);
    await asked;
    run.signal('SIGTERM');
    expect(await run.exitCode).toBe(143);
    expect(run.stderr.text).toMatch(message);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['many records', bulkServiceListener()],
    ['a record', serviceListener()],
  ])('an import whose service does not answer to %s, and the outcome stays open', async (_, service) => {
    let asked = 0;
    const url = await serveOnce((request, response) => {
      if (request.method !== 'POST') return service(request, response);
      dripping(request, response);
      asked++;
    });
    const run = runHere(['import', await places(), '--url', url, '--json']);
    await expect.poll(() => asked).toBeGreaterThan(0);
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
    expect(JSON.parse(run.stdout.text)).toMatchObject({ read: 3, created: 0, refused: 0, stopped: true });
  });
});

/** Sends the same Feature for ever. */
function features(...args: Parameters<RequestListener>): void {
  endless('', `${JSON.stringify(feature())}\n`)(...args);
}

function feature(own: object = {}) {
  const geometry = { type: 'Point', coordinates: [2, 1] };
  return { type: 'Feature', id: 'a', geometry, properties: {}, ...own };
}

describe('find', () => {
  test.each([
    ['a distance that is text', feature({ properties: { distance: 'x' } })],
    ['a negative distance', feature({ properties: { distance: -1 } })],
    ['a distance beyond all numbers', '{"distance":1e999}'],
    ['a latitude that is text', feature({ geometry: { coordinates: [1, '2'] } })],
    ['a single coordinate', feature({ geometry: { coordinates: [1] } })],
    ['a geometry of null', feature({ geometry: null })],
    ['no geometry', feature({ geometry: undefined })],
    ['an identifier that is a number', feature({ id: 1 })],
    ['no identifier', feature({ id: '' })],
    ['a description that is a list', feature({ properties: { description: ['a'] } })],
    ['another line', ['a']],
  ])('refuses a Feature with %s in one line', async (_, value) => {
    const line =
      typeof value === 'string'
        ? JSON.stringify(feature()).replace('"properties":{}', `"properties":${value}`)
        : JSON.stringify(value);
    const url = await serveOnce((_request, response) => response.end(`${line}\n`));
    for (const format of ['table', 'geojson']) {
      const { exitCode, stderr } = await command('find', url, '--format', format);
      expect([exitCode, stderr]).toEqual([
        1,
        'location-records: The service cannot be used: it does not respond with a Feature on each line.\n',
      ]);
    }
  });

  test('passes on nothing but what a Feature of a service has', async () => {
    const sent = '{"__proto__":{"a":1},"constructor":1,"toString":2,"bbox":[1]';
    const line = JSON.stringify(feature({ properties: { description: 'b', constructor: 'c' } }));
    const url = await serveOnce((_, response) => response.end(`${sent},${line.slice(1)}\n`));
    const { exitCode, stdout } = await command('find', url, '--format', 'ndjson');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(feature({ properties: { description: 'b' } }))}\n`);
  });

  test('reads no more than it shows of 300,000 Features, however many were asked for', async () => {
    const { server, url, close } = await startServer(features);
    onTestFinished(close);
    const closed = once(server, 'request').then(([, response]) => once(response, 'close'));
    const { exitCode, stdout } = await command('find', url, '--limit', '10', '--near', '1,2');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).features).toHaveLength(10);
    await closed;
  });
});

describe('a report about many records', () => {
  const good = { index: 1, id: 'a', outcome: 'created' };
  test.each([
    ['more outcomes than records', [good, good]],
    ['a text in the place of outcomes', 'x'],
    ['null as an outcome', [null]],
    ['an unknown outcome', [{ ...good, outcome: 'constructor' }]],
    ['an outcome of a deletion', [{ ...good, outcome: 'deleted' }]],
    ['an outcome that was not asked for', [{ ...good, outcome: 'skipped', previous: location }]],
    ['a refusal without a reason', [{ ...good, outcome: 'refused' }]],
    ['a replacement of nothing', [{ ...good, outcome: 'replaced' }]],
    [
      'a replacement of no Location',
      [{ ...good, outcome: 'replaced', previous: { coordinates: { latitude: '1' } } }],
    ],
  ])('with %s is refused', async (_, outcomes) => {
    const store = await storeOver((_request, response) => {
      response.writeHead(200, json).end(JSON.stringify({ outcomes }));
    });
    expect(await errorOf(store.importRecord('a', location, 'replace'))).toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('its response to POST /-/records is no report'),
    });
  });

  test('whose reasons are long is cut before it is told', async () => {
    const reason = `${'"\\'.repeat(500_000)}${' '.repeat(500_000)}`;
    const store = await storeOver((_, response) => {
      response
        .writeHead(200, json)
        .end(JSON.stringify({ outcomes: [{ index: 1, outcome: 'refused', reason }] }));
    });
    const { message = '' } = await errorOf(store.put(id, location));
    expect(message).toMatch(/^The service refused it: "/);
    expect(message.length).toBeLessThan(300);
  });
});

describe('a text of a service is cut and escaped:', () => {
  const hostile = `\u001b[2J\u202e${' \t'.repeat(10_000)}x`;

  test.each([
    ['a message', 503, {}, /responded with 503, "\\u001b\[2J\\u202e[ \\t\w]+…"\.\n$/],
    [
      'an address',
      302,
      { location: `http://a.example/${'x'.repeat(9000)}` },
      /redirects to http:\/\/a\.example\/x{1,200}…, which/,
    ],
  ])('%s', async (_, status, headers, message) => {
    const body = JSON.stringify({ error_message: hostile });
    const url = await serveOnce((_request, response) => response.writeHead(status, headers).end(body));
    const { exitCode, stderr } = await command('export', '-', '--url', url);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.length).toBeLessThan(600);
  });
});
