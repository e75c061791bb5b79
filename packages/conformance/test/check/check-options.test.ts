import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkServer } from '@location-records/conformance/node';
import { expect, it, onTestFinished } from 'vitest';

/** A server that counts the requests it gets. */
async function startCounting(): Promise<{ readonly url: string; count(): number }> {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, count: () => count };
}

it.each<[string, object]>([
  ['readonly', { readonly: true }],
  ['readOnly', { readOnly: 'yes' }],
  ['specOnly', { specOnly: 1 }],
  ['insecure', { insecure: 'no' }],
  ['only', { only: 'D16' }],
  ['skip', { skip: [16] }],
  ['timeout', { timeout: 'x' }],
  ['timeout', { timeout: -1 }],
  ['timeout', { timeout: Number.NaN }],
  ['timeout', { timeout: 2 ** 31 }],
  ['signal', { signal: 5 }],
  ['onProgress', { onProgress: 5 }],
])('a wrong option %s rejects before a request: %j', async (option, wrong) => {
  const { url, count } = await startCounting();
  await expect(checkServer({ url, ...wrong })).rejects.toMatchObject({ code: 'INVALID_OPTION', option });
  expect(count()).toBe(0);
});

it('a wrong argument rejects', async () => {
  const rejected = { code: 'INVALID_ARGUMENT', argument: 'options' };
  await expect(checkServer('http://127.0.0.1:8080' as never)).rejects.toMatchObject(rejected);
  await expect(checkServer({} as never)).rejects.toMatchObject({ code: 'CHECK_URL' });
  await expect(checkServer(undefined as never)).rejects.toMatchObject({ code: 'CHECK_URL' });
});
