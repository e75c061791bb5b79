import { expectDone } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { ask } from '../requests.ts';
import type { Service } from '../service.ts';
import { chunk, jsonLine, onConnection, rawHead } from '../wire.ts';

const socket = { needs: ['socket'] } as const;
const chunked = 'Transfer-Encoding: chunked';

/** The body of an upload that is cut off: JSON that is whole, so that whoever stored what had come would show. */
const half = second;

/** Looks several times, since what a server does about a lost client it does a little later. */
async function expectUntouched(service: Service, id: string): Promise<void> {
  for (let look = 0; look < 20; look++) await expectRecord(service, `/${id}`, first);
}

/** A client that goes away within its body has changed nothing. */
export const abortedUploads: readonly HttpCase[] = [
  ...['PUT', 'POST'].flatMap((method) =>
    [
      ['length', `Content-Length: ${half.length + 50}`, half],
      ['chunked', chunked, chunk(half)],
    ].flatMap(([framing, line = '', sent = '']) =>
      (['destroy', 'end'] as const).map((leave) =>
        httpCase(
          `unread-aborted-${method.toLowerCase()}-${framing}-${leave}`,
          'D25',
          `A client that ${leave === 'end' ? 'stops sending' : 'goes away'} within the body of ${method} (${framing}) has changed nothing.`,
          async (service) => {
            const id = await createRecord(service);
            await onConnection(service, async (connection) => {
              await connection.send(rawHead(method, `/${id}`, jsonLine, line) + sent);
              connection[leave]();
              await expectUntouched(service, id);
            });
            await expectUntouched(service, id);
            expectDone(await service.request(ask('DELETE', `/${id}`)));
          },
          socket,
        ),
      ),
    ),
  ),
];
