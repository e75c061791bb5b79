import { createFaultyStore } from '@location-records/conformance';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import type express from 'express';
import { describe, expect, it } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { dial, readToEnd } from '../listening.ts';
import { ask, isJson, location, serveApp, tellError, versions } from './express-apps.ts';

const newHandler = () => createHandler({ store: createMemoryStore() });
const notFound = { status: 404, text: '{"error_message":"Route not found"}' };

describe.each(versions)('%s', (version, create) => {
  describe("with unknownRoutes: 'next'", () => {
    it(`${version}: with unknownRoutes: 'next' the app's own routes are reached, and keep X-Powered-By`, async () => {
      const app = create()
        .use(createMiddleware(newHandler(), { unknownRoutes: 'next' }))
        .post('/own/route', (req, res) => {
          req.pipe(res.status(201));
        });
      const origin = await serveApp(app);
      const own = await fetch(`${origin}/own/route`, { method: 'POST', headers: isJson, body: location });
      expect([own.status, own.headers.get('x-powered-by'), await own.text()]).toEqual([
        201,
        'Express',
        location,
      ]);
      const ours = await fetch(`${origin}/a`);
      expect([ours.status, ours.headers.get('x-powered-by')]).toEqual([404, null]);
    });

    it(`${version}: an unknown route is 404 by default, without X-Powered-By`, async () => {
      const app = create().use(
        createMiddleware(newHandler()),
        (_req: express.Request, res: express.Response) => {
          res.send('reached');
        },
      );
      const response = await fetch(`${await serveApp(app)}/own/route`);
      expect(response.headers.get('x-powered-by')).toBeNull();
      expect({ status: response.status, text: await response.text() }).toEqual(notFound);
    });
  });

  it(`${version}: an empty response loses the app's content type, and keeps its other fields`, async () => {
    const setType: express.RequestHandler = (_req, res, next) => {
      res.type('json').set('X-App', 'y');
      next();
    };
    const origin = await serveApp(create().use(setType, createMiddleware(newHandler())));
    for (const method of ['PUT', 'POST', 'DELETE', 'OPTIONS']) {
      const body = method.startsWith('P') ? location : null;
      const { headers } = await fetch(`${origin}/a`, { method, headers: isJson, body });
      const type = method === 'PUT' ? 'application/json' : null;
      expect([method, headers.get('content-type'), headers.get('x-app')]).toEqual([method, type, 'y']);
    }
  });

  it.each<[string, Handler, string]>([
    ['rejects', () => Promise.reject(new Error('boom')), 'boom'],
    [
      'gives a header that cannot be sent',
      async () => ({ status: 200, headers: { A: '日' }, body: '' }),
      'Invalid character',
    ],
  ])(`${version}: the error of a handler that %s goes to the app`, async (_what, handle, message) => {
    const origin = await serveApp(create().use(createMiddleware(handle), tellError));
    const { status, text } = await ask(`${origin}/a`);
    expect(status).toBe(599);
    expect(JSON.parse(text).message).toContain(message);
  });

  it(`${version}: a store failure is 500, and its cause goes to onError, not to the app`, async () => {
    const { store, faults, onError } = createFaultyStore(createMemoryStore());
    const cause = new Error('boom');
    await faults.fail('get', cause);
    const origin = await serveApp(
      create().use(createMiddleware(createHandler({ store, onError })), tellError),
    );
    expect(await ask(`${origin}/a`)).toEqual({
      status: 500,
      text: '{"error_message":"Internal server error"}',
    });
    expect(await faults.reportedErrors()).toEqual([cause]);
  });

  it(`${version}: an unknown route with a refused body goes to the app with the parser's error`, async () => {
    const app = create()
      .use(create.json(), createMiddleware(newHandler(), { unknownRoutes: 'next' }))
      .post('/own/route', (_req: express.Request, res: express.Response) => {
        res.send('reached');
      })
      .use(tellError);
    const url = `${await serveApp(app)}/own/route`;
    const { status, text } = await ask(url, { method: 'POST', headers: isJson, body: '{' });
    expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 599, type: 'entity.parse.failed' });
  });

  it(`${version}: with unknownRoutes: 'next' OPTIONS of an unknown route goes to the app`, async () => {
    const app = create()
      .use(createMiddleware(newHandler(), { unknownRoutes: 'next' }))
      .options('/own/route', (_req: express.Request, res: express.Response) => {
        res.send('reached');
      });
    const origin = await serveApp(app);
    expect(await ask(`${origin}/own/route`, { method: 'OPTIONS' })).toEqual({ status: 200, text: 'reached' });
    expect((await ask(`${origin}/a`, { method: 'OPTIONS' })).text).toBe('');
  });

  describe('mounted at a path', () => {
    it(`${version}: a target with dot segments keeps its query for handlers around the service`, async () => {
      const targets: string[] = [];
      const handle: Handler = async ({ target }) => {
        targets.push(target);
        return { status: 200, headers: {}, body: '' };
      };
      const port = Number(new URL(await serveApp(create().use('/locations', createMiddleware(handle)))).port);
      for (const path of ['/x/../-/records?a=/../b', '/./-/records?a=/../b', '/-/records?a=/../b']) {
        const socket = await dial(port);
        socket.write(`GET /locations${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        await readToEnd(socket);
      }
      expect(targets).toEqual(Array(3).fill('/-/records?a=/../b'));
    });

    /** The status and the body of the response to a target as it is, which `fetch` would normalise. */
    async function askRaw(target: string) {
      const store = createMemoryStore();
      await store.put('a', JSON.parse(location));
      const app = create().use('/api/locations', createMiddleware(createHandler({ store })));
      const client = await dial(Number(new URL(await serveApp(app)).port));
      client.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      const response = await readToEnd(client);
      return {
        status: Number(response.slice(9, 12)),
        text: response.slice(response.indexOf('\r\n\r\n') + 4),
      };
    }

    it.each(['/api/locations', '/api/locations/', '/api/locations?x', '/api/locations/a/..'])(
      `${version}: the list is at %s below a mount path`,
      async (target) => {
        expect(await askRaw(target)).toEqual({ status: 200, text: `[["a",${location}]]` });
      },
    );

    it.each(['/api/locations/a', '/api/locations/b/../a?x', '/api/locations/./a', '/api/locations/%2e/a'])(
      `${version}: a record is at %s below a mount path`,
      async (target) => {
        expect(await askRaw(target)).toEqual({ status: 200, text: location });
      },
    );

    it.each([
      '/api/locations/../a',
      'http://h/api/locations/../a',
      '/api/locations/%2e%2E/a',
      '/api/locations/b/../../a',
      '/api/locations\\..\\a',
    ])(`${version}: %s, which leads out of the mount path, is 404`, async (target) => {
      const { status, text } = await askRaw(target);
      expect(status).toBe(404);
      expect(text).not.toContain('coordinates');
    });

    it.each(['/api/locations//', '/api/locations//a', 'http://h/api/locations//a', '/api/locations/a/'])(
      `${version}: %s, which has an empty segment, is 404`,
      async (target) => {
        expect(await askRaw(target)).toEqual(notFound);
      },
    );
  });
});
