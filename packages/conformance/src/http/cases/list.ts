import { expectEqual } from '../../contract-error.ts';
import { expectSuccess, expectText } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createMany,
  createRecord,
  deleteMany,
  expectListed,
  expectMany,
  first,
  readList,
  second,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain } from '../rows.ts';
import type { Service } from '../service.ts';

const listed = { presupposes: [plain.creates, plain.list] };
const removed = [...listed.presupposes, plain.removes, plain.absent];
const empty = { ...listed, needs: ['empty-store'] } as const;

/** Creates records, expects the list to have all of them, and removes them. */
async function expectManyListed(service: Service, count: number, text: string): Promise<void> {
  const ids = await createMany(service, count, text);
  expectMany(await readList(service), ids, text);
  await deleteMany(service, ids);
}

/** SPEC 4.7: the list of all records. */
export const list: readonly HttpCase[] = [
  httpCase(
    plain.list,
    'SPEC 4.7',
    'The list is an array of pairs: the identifier, then the Location.',
    async (service) => {
      const [id, other] = [await createRecord(service), await createRecord(service, second)];
      await expectListed(service, id, first);
      await expectListed(service, other, second);
    },
    { presupposes: [plain.creates] },
  ),
  httpCase(
    'list-empty',
    'SPEC 4.7',
    'The list of no records is [].',
    async (service) => expectEqual('list', await readList(service), []),
    { needs: ['empty-store'] },
  ),
  httpCase(
    'list-exactly-all',
    'SPEC 4.7',
    'The list has all records and no others.',
    async (service) => {
      const ids = await createMany(service, 60, '');
      const isRemoved = (_: string, index: number) => index % 3 === 0;
      await deleteMany(service, ids.filter(isRemoved));
      const kept = ids.filter((id, index) => !isRemoved(id, index)).sort();
      expectEqual('identifiers', (await readList(service)).map(([id]) => id).sort(), kept);
      await deleteMany(service, kept);
      expectEqual('list', await readList(service), []);
    },
    { needs: ['empty-store'], presupposes: [...removed, 'list-empty'] },
  ),
  httpCase(
    'list-follows-writes',
    'SPEC 4.7',
    'The list shows every write whose response came before.',
    async (service) => {
      const id = service.freshId();
      await expectListed(service, id, undefined);
      for (const [method, location] of [
        ['POST', first],
        ['PUT', second],
        ['POST', bare],
      ] as const) {
        expectSuccess(await service.request(send(method, `/${id}`, location)));
        await expectListed(service, id, location);
      }
      expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      await expectListed(service, id, undefined);
    },
    { presupposes: [...removed, plain.replaces] },
  ),
  httpCase(
    'list-same-as-record',
    'SPEC 4.7',
    'The list has exactly the same Locations as GET of each record.',
    async (service) => {
      for (const location of [
        '{"description":"","coordinates":{"latitude":0.1234567890123456,"longitude":-1e-7}}',
        '{"description":"a\\u0000 \\"b\\" é😀","coordinates":{"latitude":-1,"longitude":1.7e+308}}',
        bare,
      ]) {
        await expectListed(service, await createRecord(service, location), location);
      }
    },
    { presupposes: [...listed.presupposes, 'number-exact', 'number-any-size', 'shape-description-escapes'] },
  ),
  httpCase(
    'list-identifiers',
    'SPEC 4.7',
    'Identifiers are in the list as they were meant, whatever their characters.',
    async (service) => {
      const start = service.freshId();
      for (const end of ['"\\', 'é😀', ' ', '%41']) {
        await store(service, `/${start}${encodeURIComponent(end)}`, first);
        await expectListed(service, start + end, first);
      }
    },
    { presupposes: [...listed.presupposes] },
  ),
  httpCase(
    'list-many',
    'SPEC 4.7',
    'A list of 1,100 records is complete.',
    // Services cut at 1,000 and 1,024.
    (service) => expectManyListed(service, 1100, ''),
    listed,
  ),
  httpCase(
    'list-long',
    'SPEC 4.7',
    'A list of about 600 KB is complete.',
    (service) => expectManyListed(service, 200, 'x'.repeat(3000)),
    { presupposes: [...listed.presupposes, 'check-stored-whole', plain.replaces, 'list-many'] },
  ),
  httpCase(
    'list-query',
    'D7',
    'A query neither filters nor limits the list.',
    async (service) => {
      const ids = [await createRecord(service), await createRecord(service)];
      for (const query of ['?limit=1', `?id=${ids[0]}`, '?page=1000']) {
        const found = (await readList(service, `/${query}`)).filter(([id]) => ids.includes(id));
        expectEqual(`entries with ${query}`, found.length, 2);
      }
    },
    listed,
  ),
  httpCase(
    'list-text',
    'D35',
    'The list has no white space, and identifiers are encoded as JSON.',
    async (service) => {
      const location = '{"description":"é€😀\\"\\n","coordinates":{"latitude":1,"longitude":2}}';
      const id = service.freshId();
      await store(service, `/${id}%C3%A9%22`, location);
      expectText(await service.request(ask('GET', '/')), 200, `[["${id}é\\"",${location}]]`);
    },
    empty,
  ),
  httpCase(
    'list-without-description',
    'D28',
    'A record without a description has none in the list.',
    async (service) => {
      const id = await createRecord(service, bare);
      expectText(await service.request(ask('GET', '/')), 200, `[["${id}",${bare}]]`);
    },
    empty,
  ),
  httpCase(
    'list-absent-null',
    'D28',
    'With absentDescription: null, the list has an absent description as null.',
    async (service) => {
      const id = await createRecord(service, bare);
      const text = `[["${id}",{"description":null,${bare.slice(1)}]]`;
      expectText(await service.request(ask('GET', '/')), 200, text);
    },
    { ...empty, options: { absentDescription: 'null' } },
  ),
];
