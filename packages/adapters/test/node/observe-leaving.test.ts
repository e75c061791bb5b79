import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createServer, type NodeHandler, type RequestSummary } from '../../src/node/index.ts';
import { dial, listen } from '../listening.ts';

const unknown = { method: undefined, target: undefined };

it.each([
  ['what is not HTTP', 'nonsense\r\n\r\n', unknown],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', { method: 'CONNECT', target: 'a:1' }],
  ['an unknown method', 'BREW /b HTTP/1.1\r\nHost: a\r\n\r\n', { method: 'BREW', target: '/b' }],
])(
  '%s behind a request under way is reported, without a status, when the client leaves',
  async (_, bytes, expected) => {
    const summaries: RequestSummary[] = [];
    const methods: string[] = [];
    const handle: NodeHandler = ({ method }) => {
      methods.push(method);
      return new Promise(() => {});
    };
    const server = createServer(handle, { onRequest: (summary) => summaries.push(summary) });
    const client = await dial(await listen(server));
    const arrived = Promise.race([once(server, 'clientError'), once(server, 'connect')]);
    client.write(`GET /a HTTP/1.1\r\nHost: a\r\n\r\n${bytes}`);
    await arrived;
    client.resetAndDestroy();
    await expect.poll(() => summaries).toHaveLength(2);
    const left = { status: undefined, isAborted: true, remoteAddress: '127.0.0.1' };
    expect(summaries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ target: '/a', ...left }),
        expect.objectContaining({ ...expected, ...left }),
      ]),
    );
    expect(methods).toEqual(['GET']);
  },
);
