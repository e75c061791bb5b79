import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectList } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createMany,
  createRecord,
  deleteMany,
  expectListed,
  expectMany,
  expectWhole,
  first,
  numbered,
  parseList,
  readList,
  second,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';

const empty = { needs: ['empty-store'] } as const;

/** SPEC 4.7: the list of all records. */
export const list: readonly HttpCase[] = [
  httpCase(
    'list-empty',
    'SPEC 4.7',
    'The list of no records is an empty array.',
    async (service) => {
      expectList(await service.request(ask('GET', '/')), '[]');
    },
    empty,
  ),
  httpCase(
    'list-one',
    'SPEC 4.7',
    'An entry is a pair: the identifier, then the Location.',
    async (service) => {
      const id = await createRecord(service);
      expectList(await service.request(ask('GET', '/')), `[["${id}",${first}]]`);
    },
    empty,
  ),
  httpCase(
    'list-emptied',
    'SPEC 4.7',
    'The list is empty again after every record was removed.',
    async (service) => {
      for (const id of await createMany(service, 5, ''))
        expectDone(await service.request(ask('DELETE', `/${id}`)));
      expectList(await service.request(ask('GET', '/')), '[]');
    },
    empty,
  ),
  httpCase(
    'list-exactly-all',
    'SPEC 4.7',
    'The list has all records and no others.',
    async (service) => {
      const text = 'x'.repeat(10);
      const ids = await createMany(service, 60, text);
      const removed = ids.filter((_, index) => index % 3 === 0);
      for (const id of removed) expectDone(await service.request(ask('DELETE', `/${id}`)));
      const kept = ids.filter((id) => !removed.includes(id));
      const entries = await readList(service);
      expectEqual('identifiers', entries.map(([id]) => id).sort(), kept.sort());
      for (const entry of entries) expectWhole(entry, numbered(ids.indexOf(entry[0]), text));
    },
    empty,
  ),
  httpCase(
    'list-bytes',
    'D35',
    'The length of the list is in bytes, and identifiers are encoded as JSON.',
    async (service) => {
      const location = '{"description":"é€😀\\"\\n","coordinates":{"latitude":1,"longitude":2}}';
      const id = service.freshId();
      await store(service, `/${id}%C3%A9%22`, location);
      expectList(await service.request(ask('GET', '/')), `[["${id}é\\"",${location}]]`);
    },
    empty,
  ),
  httpCase(
    'list-pairs',
    'SPEC 4.7',
    'The list is an array of pairs of an identifier and a Location.',
    async (service) => {
      const ids = [await createRecord(service), await createRecord(service, second)];
      const entries = await readList(service);
      for (const entry of entries) expectEqual('length of an entry', entry.length, 2);
      for (const [index, id] of ids.entries()) {
        const own = entries.filter(([candidate]) => candidate === id);
        expectEqual('entries', JSON.stringify(own), `[["${id}",${index === 0 ? first : second}]]`);
      }
    },
  ),
  httpCase(
    'list-follows-writes',
    'SPEC 4.7',
    'The list shows each write whose response came before.',
    async (service) => {
      const id = service.freshId();
      await expectListed(service, id, undefined);
      for (const [method, location] of [
        ['POST', first],
        ['PUT', second],
        ['POST', bare],
      ] as const) {
        expectDone(await service.request(send(method, `/${id}`, location)));
        await expectListed(service, id, location);
      }
      expectDone(await service.request(ask('DELETE', `/${id}`)));
      await expectListed(service, id, undefined);
    },
  ),
  httpCase(
    'list-same-as-record',
    'SPEC 4.7',
    'A Location in the list is the same as in GET of the record.',
    async (service) => {
      const location =
        '{"description":"a\\u0000 \\"b\\"","coordinates":{"latitude":-1e-7,"longitude":1.7976931348623157e+308}}';
      const id = await createRecord(service, location);
      await expectListed(service, id, location);
    },
  ),
  httpCase(
    'list-without-description',
    'D28',
    'A record without a description has none in the list, either.',
    async (service) => {
      await expectListed(service, await createRecord(service, bare), bare);
    },
  ),
  httpCase(
    'list-absent-null',
    'D28',
    'With the option, an absent description is null in the list, too.',
    async (service) => {
      const id = await createRecord(service, bare);
      await expectListed(service, id, `{"description":null,${bare.slice(1)}`);
    },
    { options: { absentDescription: 'null' } },
  ),
  httpCase('list-many', 'SPEC 4.7', 'A list of many records is complete.', async (service) => {
    // More than 1,000 and 1,024, at which careless servers cut.
    const ids = await createMany(service, 1100, '');
    expectMany(await readList(service), ids, '');
    await deleteMany(service, ids);
  }),
  httpCase('list-long', 'SPEC 4.7', 'A list of about 600 KB is complete.', async (service) => {
    const ids = await createMany(service, 200, 'x'.repeat(3000));
    expectMany(await readList(service), ids, 'x'.repeat(3000));
    await deleteMany(service, ids);
  }),
  httpCase(
    'list-long-head',
    'D12',
    'HEAD of a long list has the fields of GET, and no body.',
    async (service) => {
      const ids = await createMany(service, 60, 'x'.repeat(3000));
      const got = await service.request(ask('GET', '/'));
      const head = await service.request(ask('HEAD', '/'));
      parseList(got);
      expectEqual('status', head.status, 200);
      expectEqual('length of the body', head.body.length, 0);
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
        expectEqual(name, head.headers[name], got.headers[name]);
      }
      await deleteMany(service, ids);
    },
  ),
  httpCase('list-query', 'D7', 'A query neither filters nor limits the list.', async (service) => {
    const id = await createRecord(service);
    for (const target of ['/?limit=0', `/?id=${id}x`, '/?page=1000']) {
      expectEqual('listed', (await readList(service, target)).filter(([entry]) => entry === id).length, 1);
    }
  }),
  httpCase(
    'list-while-writing',
    'D43',
    'A list read during writes has no identifier twice, and only whole records.',
    async (service) => {
      const [before, after] = ['x'.repeat(1500), 'y'.repeat(1500)];
      const ids = await createMany(service, 50, before);
      const lists = Promise.all(Array.from({ length: 6 }, () => readList(service)));
      const writes = ids.map((id, index) =>
        service.request(send('PUT', `/${id}`, numbered(index + 1000, after))),
      );
      const added = createMany(service, 25, before);
      const [read, responses, more] = await Promise.all([lists, Promise.all(writes), added]);
      for (const response of responses) expectDone(response);
      for (const entries of read) {
        const own = entries.filter(([id]) => ids.includes(id));
        expectEqual('records', own.length, ids.length);
        for (const entry of own) {
          const index = ids.indexOf(entry[0]);
          expectWhole(entry, numbered(index, before), numbered(index + 1000, after));
        }
      }
      await deleteMany(service, [...ids, ...more]);
    },
  ),
  httpCase(
    'list-while-deleting',
    'D43',
    'Records that stay are in a list once while others are removed and created again, which are in it once or not at all.',
    async (service) => {
      const text = 'x'.repeat(1500);
      const ids = await createMany(service, 50, text);
      const isKept = (id: string) => ids.indexOf(id) % 2 === 0;
      const lists = Promise.all(Array.from({ length: 4 }, () => readList(service)));
      const recreate = async (id: string) => {
        expectDone(await service.request(ask('DELETE', `/${id}`)));
        expectDone(await service.request(send('POST', `/${id}`, numbered(ids.indexOf(id), text))));
      };
      const removed = ids.filter((id) => !isKept(id));
      const [read] = await Promise.all([lists, Promise.all(removed.map(recreate))]);
      for (const entries of read) {
        const own = entries.filter(([id]) => ids.includes(id));
        const listed = own.map(([id]) => id);
        expectEqual('identifiers that are listed twice', listed.length - new Set(listed).size, 0);
        expectEqual('records that stay', listed.filter(isKept).length, ids.length - removed.length);
        for (const entry of own) expectWhole(entry, numbered(ids.indexOf(entry[0]), text));
      }
      await deleteMany(service, ids);
      const left = (await readList(service)).filter(([id]) => ids.includes(id));
      expectEqual('records after their removal', left, []);
    },
  ),
];
