import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createMany,
  createRecord,
  expectMany,
  expectRecord,
  first,
  parseList,
  readList,
} from '../records.ts';
import { ask, onConnection, rawHead, send } from '../requests.ts';
import type { Service } from '../service.ts';

const needs = ['socket', 'empty-store'] as const;
/** Records of about the largest size: 16 MB in all, more than the buffers of a connection hold. */
const count = 1000;
const text = '😀'.repeat(4000);

/** Uses the service for a while, until a list under way is blocked by its slow reader. */
async function useService(service: Service): Promise<void> {
  const id = await createRecord(service);
  for (let turn = 0; turn < 50; turn++) await expectRecord(service, `/${id}`, first);
}

/** Long lists whose readers are slow or disconnect. */
export const slowReaders: readonly HttpCase[] = [
  httpCase(
    'reader-slow',
    'D43',
    'A slow reader gets the complete list while other clients read and write.',
    async (service) => {
      const ids = await createMany(service, count, text);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', '/'));
        const head = await connection.receiveHead();
        connection.pause();
        await useService(service);
        const [changed, removed] = [ids[count - 1], ids[count - 2]];
        expectDone(await service.request(send('PUT', `/${changed}`, bare)));
        expectDone(await service.request(ask('DELETE', `/${removed}`)));
        connection.resume();
        const list = parseList({ ...head, body: await connection.receiveBody(head) });
        expectMany(list, ids.slice(0, count - 2), text);
      });
    },
    { needs },
  ),
  httpCase(
    'reader-gone',
    'D40',
    'A client that disconnects during a list does not affect other clients.',
    async (service) => {
      const ids = await createMany(service, count, text);
      for (let client = 0; client < 3; client++) {
        await onConnection(service, async (connection) => {
          await connection.send(rawHead('GET', '/') + rawHead('GET', `/${ids[0]}`));
          expectEqual('status', (await connection.receiveHead()).status, 200);
          connection.pause();
          await useService(service);
        });
      }
      expectMany(await readList(service), ids, text);
    },
    { needs },
  ),
];
