import { once } from 'node:events';
import { createHandler, createMemoryStore } from '@location-records/core';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial } from '../listening.ts';
import { serveApp, versions } from './express-apps.ts';

const through: RequestHandler = (_req, _res, next) => next();
const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;

describe.each(versions)('%s', (version, create) => {
  describe.each([
    ['alone', through],
    ['behind compression()', compression({ level: 1 })],
  ])('%s', (how, before) => {
    async function serveEndless() {
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      onTestFinished(() => warn.mockRestore());
      const store = new EndlessStore();
      const origin = await serveApp(create().use(before, createMiddleware(createHandler({ store }))));
      return { store, port: Number(new URL(origin).port), warn };
    }

    it(`${version}, ${how}: a list is read no further than the client reads, and released when it leaves`, async () => {
      const { store, port, warn } = await serveEndless();
      const slow = await dial(port);
      slow.write(get('/'));
      await once(slow, 'readable');
      const other = await dial(port);
      const takenPerResponse: number[] = [];
      while (takenPerResponse.at(-1) !== 0 || takenPerResponse.at(-2) !== 0) {
        const before = store.batches;
        other.write(get('/a'));
        await once(other, 'data');
        takenPerResponse.push(store.batches - before);
        expect(store.batches).toBeLessThan(10_000);
      }
      const released = once(store, 'release');
      slow.destroy();
      await released;
      expect(warn).not.toHaveBeenCalled();
    });

    it(`${version}, ${how}: a list is released when its reader leaves`, async () => {
      const { store, port, warn } = await serveEndless();
      const client = await dial(port);
      client.write(get('/'));
      for (let count = 0; count < 50; count++) await once(client, 'data');
      const released = once(store, 'release');
      client.resetAndDestroy();
      await released;
      expect(warn).not.toHaveBeenCalled();
    });
  });

  it(`${version}: an aborted upload reaches neither the store nor the app`, async () => {
    const told: unknown[] = [];
    const outcomes: Promise<unknown>[] = [];
    const handle = createHandler({ store: createMemoryStore(), onError: (error) => told.push(error) });
    let begun = () => {};
    const arrived = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const middleware = createMiddleware((request) => {
      const response = handle(request);
      outcomes.push(response.catch((error) => error.code));
      begun();
      return response;
    });
    const app = create().use(middleware, (error: unknown, _req: unknown, _res: unknown, next: () => void) => {
      told.push(error);
      next();
    });
    const client = await dial(Number(new URL(await serveApp(app)).port));
    client.write(
      'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{',
    );
    await arrived;
    client.destroy();
    expect(await Promise.all(outcomes)).toEqual(['REQUEST_ABORTED']);
    expect(told).toEqual([]);
  });
});
