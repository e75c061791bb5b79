import type { Http2ServerRequest } from 'node:http2';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Http2Request } from '../../src/node/http2.ts';

const aborted = expect.objectContaining({ code: 'REQUEST_ABORTED' });

function createMessage() {
  return Object.assign(new PassThrough(), { method: 'PUT', url: '/a', aborted: false });
}

it('does not take the end of a stream that was reset for the end of the body', async () => {
  const message = createMessage();
  const body = new Http2Request(message as unknown as Http2ServerRequest).body(100);
  message.write('{}');
  message.aborted = true;
  message.end();
  await expect(body).rejects.toEqual(aborted);
});

it('does not wait for the body of a stream that was reset before', async () => {
  const message = Object.assign(createMessage(), { aborted: true });
  await expect(new Http2Request(message as unknown as Http2ServerRequest).body(100)).rejects.toEqual(aborted);
});
