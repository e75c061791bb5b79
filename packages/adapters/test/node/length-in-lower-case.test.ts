import { expect, it } from 'vitest';
import { createServer } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

it('a response whose handler wrote content-length in lower case is not chunked as well', async () => {
  const handle = async () => ({ status: 200, headers: { 'content-length': '2' }, body: 'ok' });
  const client = await dial(await listen(createServer(handle)));
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const response = await readToEnd(client);
  expect(response).toMatch(/^content-length: 2\r$/m);
  expect(response).not.toMatch(/^transfer-encoding:/im);
});
