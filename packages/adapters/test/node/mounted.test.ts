import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { text } from 'node:stream/consumers';
import { createHandler, createMemoryStore, type LocationResponse } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BodyUsedError, createListener, type NodeMessage, type NodeResponse } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';
import { dialHttp2, responseOf } from './http2-client.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const head = `POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${location.length}\r\n`;

describe('a body that the app has read before the request comes to the listener', () => {
  const listener = createListener(createHandler({ store: createMemoryStore() }));

  function watchWarnings() {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    return warn;
  }

  it('becomes 500 and a process warning', async () => {
    const warn = watchWarnings();
    const server = createHttpServer(async (req, res) => {
      await text(req);
      listener(req, res);
    });
    const client = await dial(await listen(server));
    client.write(`${head}Connection: close\r\n\r\n${location}`);
    expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 500 /);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.any(BodyUsedError));
  });

  it('becomes 500 and a process warning over HTTP/2', async () => {
    const warn = watchWarnings();
    const server = createHttp2Server(async (req, res) => {
      await text(req);
      listener(req, res);
    });
    const client = await dialHttp2(await listen(server));
    const fields = [['content-type', 'application/json']] as const;
    const stream = client.request({ method: 'POST', path: '/a', fields, isEnd: false });
    client.data(stream, location, true);
    expect(responseOf(await client.end(stream)).status).toBe('500');
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.any(BodyUsedError));
  });
});

it('does not wait for the body of a client that has gone before the handler asks for it', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  let outcome: Promise<LocationResponse> | undefined;
  const server = createHttpServer((req, res) => {
    const left = new Promise((resolve) => req.on('error', () => {}).once('close', resolve));
    createListener((request) => {
      outcome = left.then(() => handle(request));
      return outcome;
    })(req, res);
  });
  const client = await dial(await listen(server));
  const arrived = once(server, 'request');
  client.write(`${head}\r\n${location.slice(0, 5)}`);
  await arrived;
  client.destroy();
  await expect(outcome).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
});

describe('a content type that the app has set before', () => {
  const listener = createListener(createHandler({ store: createMemoryStore() }));
  const typed = (req: NodeMessage, res: NodeResponse) => {
    res.setHeader('Content-Type', 'text/html');
    res.setHeader('X-App', 'y');
    listener(req, res);
  };

  it.each([
    ['all of which is read', head, location],
    ['that is too large to be read', head.replace(/\d+\r\n$/, '999999\r\n'), location.padEnd(70_000)],
  ])('is not kept for an empty response to a body %s', async (_what, fields, body) => {
    const client = await dial(await listen(createHttpServer(typed)));
    client.write(`${fields}Connection: close\r\n\r\n${body}`);
    const response = await readToEnd(client);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('\r\nX-App: y\r\n');
    expect(response).not.toMatch(/^content-type:/im);
  });

  it('is not kept for an empty response over HTTP/2', async () => {
    const client = connect(`http://127.0.0.1:${await listen(createHttp2Server(typed))}`);
    onTestFinished(() => client.destroy());
    const stream = client.request({ ':method': 'DELETE', ':path': '/a' });
    const [fields] = await once(stream, 'response');
    expect(fields).toMatchObject({ ':status': 200, 'x-app': 'y' });
    expect(fields).not.toHaveProperty('content-type');
  });
});
