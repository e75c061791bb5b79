import { text } from 'node:stream/consumers';
import { createHandler, createMemoryStore } from '@location-records/core';
import express, { type RequestHandler } from 'express';
import express4 from 'express4';
import { describe, expect, it } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { ask, isJson, location, serveApp, tellError, versions } from './express-apps.ts';

/** Reads the whole body, as a body parser does, and leaves behind what `leave` says. */
function readBefore(leave: (body: string) => object): RequestHandler {
  return async (req, _res, next) => {
    Object.assign(req, leave(await text(req)));
    next();
  };
}

/** For the option `verify` of a parser: keeps the bytes. */
function keepRaw(req: object, _res: unknown, rawBody: Buffer): void {
  Object.assign(req, { rawBody });
}

const invalid = { status: 400, text: '{"error_message":"Provided JSON is not valid"}' };
const missing = { status: 400, text: '{"error_message":"Body content is missing"}' };
const used = {
  status: 599,
  text: expect.stringContaining('"name":"BodyUsedError","code":"REQUEST_BODY_USED"'),
};

describe.each(versions)('behind a parser of %s', (version, create) => {
  async function post(parser: RequestHandler, body: string, fields: Record<string, string> = isJson) {
    const store = createMemoryStore();
    const app = create().use(parser, createMiddleware(createHandler({ store })), tellError);
    const response = await ask(`${await serveApp(app)}/a`, { method: 'POST', headers: fields, body });
    return { response, stored: await store.get('a') };
  }

  it.each<[string, (body: string) => object]>([
    ['rawBody is a Buffer', (body) => ({ rawBody: Buffer.from(body), body: { another: 'body' } })],
    ['rawBody is a string', (body) => ({ rawBody: body, body: { another: 'body' } })],
    ['body is a Buffer', (body) => ({ body: Buffer.from(body) })],
    ['body is a string', (body) => ({ body })],
    ['body is an object', (body) => ({ body: JSON.parse(body) })],
  ])(`${version}: the body is what is left when %s`, async (_what, leave) => {
    const { response, stored } = await post(readBefore(leave), location);
    expect(response).toEqual({ status: 200, text: '' });
    expect(stored).toEqual(JSON.parse(location));
  });

  it(`${version}: null in req.body is the JSON null, which is 400`, async () => {
    expect(
      (
        await post(
          readBefore(() => ({ body: null })),
          location,
        )
      ).response,
    ).toEqual(invalid);
  });

  it(`${version}: an empty text in req.body of a request with a length is not JSON`, async () => {
    expect(
      (
        await post(
          readBefore(() => ({ body: '' })),
          location,
        )
      ).response,
    ).toEqual(invalid);
  });

  it.each<[string, RequestHandler, string]>([
    ['a lone byte order mark for a body', create.text({ type: '*/*' }), '\ufeff'],
    ['a text that is not JSON as it is', create.json({ verify: keepRaw }), '{'],
  ])(`${version}: a parser may leave %s`, async (_what, parser, body) => {
    expect((await post(parser, body)).response).toEqual(invalid);
  });

  it.each([
    ['express.json()', create.json()],
    ['express.raw()', create.raw()],
  ])(`${version}: a missing body behind %s is 400 Body content is missing`, async (_name, parser) => {
    expect((await post(parser, '')).response).toEqual(missing);
  });

  it(`${version}: bytes that were kept win over the text that a parser refused`, async () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(location.padEnd(5000)), Buffer.from('x')]);
    const store = createMemoryStore();
    const app = create().use(create.json({ verify: keepRaw }), createMiddleware(createHandler({ store })));
    const response = await ask(`${await serveApp(app)}/a`, { method: 'POST', headers: isJson, body: bytes });
    expect(response).toEqual(invalid);
  });

  it.each(['utf8', 'latin1', 'hex'] as const)(
    `${version}: a stream with the encoding %s is read`,
    async (encoding) => {
      const setEncoding: RequestHandler = (req, _res, next) => {
        req.setEncoding(encoding);
        next();
      };
      const { response, stored } = await post(setEncoding, location.padEnd(100_000));
      expect(response).toEqual({ status: 200, text: '' });
      expect(stored).toEqual(JSON.parse(location));
    },
  );

  it(`${version}: a body that was read and not kept goes to the app as REQUEST_BODY_USED, and stores nothing`, async () => {
    const { response, stored } = await post(
      readBefore(() => ({ body: undefined })),
      location,
    );
    expect(response).toEqual(used);
    expect(stored).toBeUndefined();
  });

  describe.each<[string, RequestHandler]>([
    ['express.json()', create.json()],
    ['another parser', readBefore((body) => ({ body: JSON.parse(body) }))],
  ])('after %s', (_name, parser) => {
    it.each(['{}', '{}\n', '{ }'.padEnd(43)])(`${version}: an empty object is the body %j`, async (body) => {
      expect((await post(parser, body)).response).toEqual(invalid);
    });
  });

  it(`${version}: requests that need no body are served when nothing is left of it`, async () => {
    const handle = createHandler({ store: createMemoryStore() });
    const app = create().use(
      readBefore(() => ({ body: undefined })),
      createMiddleware(handle),
      tellError,
    );
    const origin = await serveApp(app);
    const body = location;
    expect(await ask(`${origin}/a`, { method: 'DELETE', body })).toEqual({ status: 200, text: '' });
    const wrongType = await ask(`${origin}/a`, { method: 'POST', body });
    expect(wrongType.text).toBe('{"error_message":"Content-type is wrong, it must be JSON"}');
  });

  it(`${version}: the body limit applies to the JSON text of an object`, async () => {
    const description = (length: number) =>
      JSON.stringify({ description: 'x'.repeat(length), ...JSON.parse(location) });
    const fitting = 4096 - description(0).length;
    const spaced = `${' '.repeat(5000)}${description(fitting)}`;
    expect((await post(create.json(), spaced)).response.status).toBe(200);
    expect((await post(create.json(), description(fitting + 1))).response).toEqual(invalid);
  });

  it.each<[string, RequestHandler]>([
    ['json', create.json()],
    ['text', create.text({ type: '*/*' })],
    ['raw', create.raw({ type: '*/*' })],
    ['urlencoded', create.urlencoded({ extended: false })],
  ])(`${version}: a body that came through express.%s() is stored`, async (_name, parser) => {
    const { response, stored } = await post(parser, location);
    expect(response).toEqual({ status: 200, text: '' });
    expect(stored).toEqual(JSON.parse(location));
  });

  describe('a parser that refuses a body', () => {
    it(`${version}: a body refused as too large goes to the app, and requests that need none are served`, async () => {
      const handle = createHandler({ store: createMemoryStore() });
      const app = create().use(create.json({ limit: 10 }), createMiddleware(handle), tellError);
      const url = `${await serveApp(app)}/a`;
      const posted = await ask(url, { method: 'POST', headers: isJson, body: location });
      expect([posted.status, JSON.parse(posted.text).type]).toEqual([599, 'entity.too.large']);
      const deleted = await ask(url, { method: 'DELETE', headers: isJson, body: location });
      expect(deleted).toEqual({ status: 200, text: '' });
    });

    it.each([
      ['charset.unsupported', { 'Content-Type': 'application/json; charset=x' }],
      ['encoding.unsupported', { ...isJson, 'Content-Encoding': 'x' }],
    ])(
      `${version}: a body that a parser refused unread (%s) is left to the service`,
      async (_type, fields) => {
        const { response, stored } = await post(create.json(), location, fields);
        expect(response).toEqual({ status: 200, text: '' });
        expect(stored).toEqual(JSON.parse(location));
      },
    );

    it(`${version}: a body refused as not JSON gets the response of the service`, async () => {
      expect((await post(create.json(), '{')).response).toEqual(invalid);
      expect((await post(create.json({ strict: true }), '1')).response).toEqual(invalid);
    });

    it(`${version}: a value nested too deeply for JSON text is 400`, async () => {
      const body = `{"coordinates":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
      expect((await post(create.json(), body)).response).toEqual(invalid);
    });

    it(`${version}: errors of the app go to the app`, async () => {
      const parser = create.json({
        verify() {
          throw new Error('not signed');
        },
      });
      const { response, stored } = await post(parser, location);
      expect(JSON.parse(response.text)).toMatchObject({
        type: 'entity.verify.failed',
        message: 'not signed',
      });
      expect(stored).toBeUndefined();
    });
  });
});

describe('an empty object for a body that is as long as a location', () => {
  const post = async (app: express.Express, body: string) =>
    ask(`${await serveApp(app)}/a`, { method: 'POST', headers: isJson, body });

  it('an empty object in req.body of Express 4 is no body if no parser has read', async () => {
    const store = createMemoryStore();
    const parser = readBefore(() => ({ body: {} }));
    const app = express4().use(parser, createMiddleware(createHandler({ store })), tellError);
    expect(await post(app, location)).toEqual(used);
    expect(await store.get('a')).toBeUndefined();
  });

  it.each([
    ['4', express4],
    ['5', express],
  ])(
    'an empty object in req.body of Express %s is the body if express.json() has read it',
    async (_version, create) => {
      const handle = createHandler({ store: createMemoryStore() });
      const app = create().use(create.json(), createMiddleware(handle), tellError);
      expect(await post(app, '{ }'.padEnd(100))).toEqual(invalid);
    },
  );
});
