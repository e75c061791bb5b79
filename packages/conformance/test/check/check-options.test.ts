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
  ['level', { level: 'server' }],
  ['concurrency', { concurrency: 0 }],
  ['concurrency', { concurrency: 65 }],
  ['concurrency', { concurrency: 1.5 }],
  ['concurrency', { concurrency: '4' }],
  ['failFast', { failFast: 'yes' }],
  ['headers', { headers: { Authorization: 'a' } }],
  ['headers', { headers: ['Authorization: a'] }],
  ['headers', { headers: [['Authorization']] }],
  ['headers', { headers: [['Authorization', 'a', 'b']] }],
  ['headers', { headers: [['Authorization', 5]] }],
  ['headers', { headers: [[5, 'a']] }],
  ['headers', { headers: [['', 'a']] }],
  ['headers', { headers: [['A b', 'a']] }],
  ['headers', { headers: [['Authorization:', 'a']] }],
  ['headers', { headers: [['A', 'a\r\nB: b']] }],
  ['headers', { headers: [['A', 'a\0']] }],
  ['headers', { headers: [['A', '→']] }],
  ['headers', { headers: [['HOST', 'a']] }],
  ['headers', { headers: [['Content-Type', 'text/plain']] }],
  ['headers', { headers: [['transfer-encoding', 'chunked']] }],
  ['signal', { signal: 5 }],
  ['onProgress', { onProgress: 5 }],
])('a wrong option %s rejects before a request: %j', async (option, wrong) => {
  const { url, count } = await startCounting();
  await expect(checkServer({ url, ...wrong })).rejects.toMatchObject({ code: 'INVALID_OPTION', option });
  expect(count()).toBe(0);
});

it('an error about a field does not show its value', async () => {
  const headers = [['Host', 'c2VjcmV0']] as const;
  const error = await checkServer({ url: 'http://127.0.0.1:1', headers }).catch((one: unknown) => one);
  expect(String(error)).toMatch(/without Host, which cases send themselves/);
  expect(String(error)).not.toContain('c2VjcmV0');
});

it('a wrong argument rejects', async () => {
  const rejected = { code: 'INVALID_ARGUMENT', argument: 'options' };
  await expect(checkServer('http://127.0.0.1:8080' as never)).rejects.toMatchObject(rejected);
  await expect(checkServer({} as never)).rejects.toMatchObject({ code: 'CHECK_URL' });
  await expect(checkServer(undefined as never)).rejects.toMatchObject({ code: 'CHECK_URL' });
});
