import { createHandler, createMemoryStore } from '@location-records/core';
import type { RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { dial, readToEnd } from '../listening.ts';
import { location, serveApp, versions } from './express-apps.ts';

const head = `POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${location.length}\r\n\r\n`;
const [first, rest] = [location.slice(0, 9), location.slice(9)];

/** Begins to collect the body in `rawBody`, and lets the request go on at once, or with the first bytes. */
function collect(goOn: 'at once' | 'with the first bytes'): RequestHandler {
  return (req, _res, next) => {
    const kept = Object.assign(req, { rawBody: '' });
    req.on('data', (chunk) => {
      kept.rawBody += chunk;
    });
    if (goOn === 'at once') next();
    else req.once('data', () => next());
  };
}

describe.each(versions)('%s, while the app still collects the body', (_version, create) => {
  describe.each(['at once', 'with the first bytes'] as const)('and goes on %s', (goOn) => {
    async function serve() {
      const store = createMemoryStore();
      const handle = createHandler({ store });
      let ask = () => {};
      const asked = new Promise<void>((resolve) => {
        ask = resolve;
      });
      const outcomes: Promise<unknown>[] = [];
      const middleware = createMiddleware((request) => {
        const response = handle(request);
        outcomes.push(response.catch((error) => error.code));
        ask();
        return response;
      });
      const origin = await serveApp(create().use(collect(goOn), middleware));
      return { store, asked, outcomes, client: await dial(Number(new URL(origin).port)) };
    }

    it('takes the whole body', async () => {
      const { store, asked, client } = await serve();
      client.write(head + first);
      await asked;
      client.write(rest);
      expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(store.peek('a')).toEqual(JSON.parse(location));
    });

    it('takes nothing of a client that leaves', async () => {
      const { store, asked, outcomes, client } = await serve();
      client.write(head + first);
      await asked;
      client.destroy();
      expect(await Promise.all(outcomes)).toEqual(['REQUEST_ABORTED']);
      expect(store.peek('a')).toBeUndefined();
    });
  });
});
