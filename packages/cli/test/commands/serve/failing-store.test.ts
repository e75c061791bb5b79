import { createMemoryStore, type LocationStore, StoreError } from '@location-records/core';
import { addressOf, rawClient } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';

const opened = vi.hoisted((): { store: LocationStore | Error } => ({ store: new Error('no store') }));
vi.mock(import('../../../src/store-urls/store-urls.ts'), async (original) => ({
  ...(await original()),
  openStore: async () => {
    if (opened.store instanceof Error) throw opened.store;
    return opened.store;
  },
}));

let closed: number;

beforeEach(() => {
  closed = 0;
  const store = createMemoryStore();
  opened.store = Object.assign(store, {
    get: async () => {
      throw new StoreError('STORE_UNAVAILABLE', 'The disk is gone.', { cause: new Error('EIO') });
    },
    put: store.put.bind(store),
    close: async () => {
      closed++;
    },
  });
});

afterEach(() => {
  opened.store = new Error('no store');
});

test('a store that cannot be opened is reported in its own words', async () => {
  opened.store = new StoreError('STORE_UNSUITABLE', 'This is no database;\nchoose another.');
  const run = runHere(['serve', '--port', '0']);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toBe('location-records: This is no database; choose another.\n');
  expect(run.stdout.text).toBe('');
});

test('an unexpected error of an engine is reported as one', async () => {
  opened.store = new Error('cannot find module');
  const run = runHere(['serve', '--port', '0', '--store', 'memory:']);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toMatch(/^location-records: Unexpected failure: cannot find module\n$/);
});

test('the store is closed after the last response', async () => {
  const served = await serveHere();
  const client = await rawClient(addressOf(served.url));
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const fields = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  client.socket.write(`POST /a HTTP/1.1\r\n${fields}Expect: 100-continue\r\n\r\n`);
  await expect.poll(client.received).toContain('100 Continue');
  const stopped = served.stop();
  expect(closed).toBe(0);
  client.socket.write(body);
  expect(await client.ended).toContain('200 OK');
  expect(await stopped).toBe(0);
  expect(closed).toBe(1);
});

test('a store that cannot be closed is reported', async () => {
  Object.assign(opened.store, {
    close: async () => {
      throw new StoreError('STORE_UNAVAILABLE', 'The disk is full.');
    },
  });
  const served = await serveHere();
  expect(await served.stop()).toBe(1);
  expect(served.stderr.text).toBe('location-records: The disk is full.\n');
});

describe('the cause of a 500 goes to stderr', () => {
  async function failOnce(args: string[]): Promise<{ stdout: string; stderr: string }> {
    const served = await serveHere(args);
    const response = await fetch(`${served.url}/a?secret`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"error_message":"Internal server error"}');
    expect(await served.stop()).toBe(0);
    return { stdout: served.stdout.text, stderr: served.stderr.text };
  }

  test.each(['--log=off', '--quiet'])('as a line for a person with %s', async (flag) => {
    const { stderr } = await failOnce([flag]);
    expect(stderr).toBe('location-records: GET /a: The disk is gone: EIO\n');
  });

  test('with the id of the request line', async () => {
    const { stdout, stderr } = await failOnce(['--log=pretty']);
    const [, id = ''] = / GET \/a 500 .* ([\da-f]{8}-1)\n$/.exec(stdout) ?? [];
    expect(stderr).toBe(`location-records: GET /a: The disk is gone: EIO (${id})\n`);
  });

  test('as JSON beside a JSON log, with the names of the request', async () => {
    const { stdout, stderr } = await failOnce([]);
    const lines = stdout.trimEnd().split('\n');
    const { requestId, client, method, path } = JSON.parse(lines[1] ?? '');
    expect(requestId).toMatch(/^[\da-f]{8}-1$/);
    expect(JSON.parse(stderr)).toEqual({
      time: expect.stringMatching(/Z$/),
      event: 'error',
      requestId,
      client,
      method,
      path,
      error: 'The disk is gone: EIO',
      code: 'STORE_UNAVAILABLE',
    });
    expect({ client, method, path }).toEqual({ client: '127.0.0.1', method: 'GET', path: '/a' });
  });
});
