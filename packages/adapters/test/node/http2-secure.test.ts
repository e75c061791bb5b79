import { once } from 'node:events';
import { connect, createSecureServer } from 'node:http2';
import { request } from 'node:https';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { listen } from '../listening.ts';
import { clientTls, serverTls } from '../tls.ts';

async function serve(): Promise<string> {
  const listener = createListener(createHandler({ store: createMemoryStore() }));
  const server = createSecureServer({ ...serverTls, allowHTTP1: true }, listener);
  const port = await listen(server.on('checkContinue', listener.checkContinue));
  return `https://127.0.0.1:${port}`;
}

describe('a server that speaks HTTP/2 and HTTP/1.1 over TLS', () => {
  it('serves HTTP/2', async () => {
    const client = connect(await serve(), clientTls);
    onTestFinished(() => client.destroy());
    const stream = client.request({ ':path': '/a' });
    const [head] = await once(stream, 'response');
    expect(head).toMatchObject({
      ':status': 404,
      'content-type': 'application/json',
      'content-length': '41',
    });
  });

  it('serves HTTP/1.1', async () => {
    const asked = request(`${await serve()}/a`, { ...clientTls, agent: false }).end();
    const [response] = await once(asked, 'response');
    expect(response).toMatchObject({ statusCode: 404, httpVersion: '1.1' });
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '41' });
  });
});
