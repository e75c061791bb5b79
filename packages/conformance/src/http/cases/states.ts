import { expectEqual } from '../../contract-error.ts';
import { expectSuccess } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createRecord,
  expectAbsent,
  expectAllListed,
  expectListed,
  expectRecord,
  first,
  numbered,
  second,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain, type Row, row, rowCase, writes } from '../rows.ts';

const rows: readonly Row[] = [
  {
    id: plain.creates,
    clause: 'SPEC 3',
    title: 'A POST on an absent record creates it.',
    request: row('POST', '/<id>', first),
    response: 'success',
    after: first,
  },
  {
    id: plain.replaces,
    clause: 'SPEC 3',
    title: 'A PUT on a present record replaces it.',
    before: first,
    request: row('PUT', '/<id>', second),
    response: 'success',
    after: second,
  },
  {
    id: 'state-writes-remove-description',
    clause: 'SPEC 3',
    title: 'A POST and a PUT without a description remove the old one.',
    before: first,
    request: writes(bare),
    response: 'success',
    after: bare,
  },
  {
    id: 'state-writes-add-description',
    clause: 'SPEC 3',
    title: 'A POST and a PUT with a description add it to a record without one.',
    before: bare,
    request: writes(first),
    response: 'success',
    after: first,
  },
  {
    id: plain.removes,
    clause: 'SPEC 3',
    title: 'A DELETE of a present record removes it.',
    before: first,
    request: row('DELETE'),
    response: 'success',
    after: null,
  },
  {
    id: 'state-delete-absent',
    clause: 'SPEC 3',
    title: 'A DELETE of a record that never existed is 200.',
    request: row('DELETE'),
    response: 'done',
    presupposes: ['response-delete'],
  },
  {
    id: 'state-get-with-body',
    clause: 'SPEC 3',
    title: 'A GET with a body changes nothing.',
    before: first,
    request: row('GET', '/<id>', second),
    response: { location: first },
    after: first,
  },
  {
    id: 'state-refused-write',
    clause: 'SPEC 4.5',
    title: 'A POST of invalid JSON creates nothing.',
    request: row('POST', '/<id>', '{'),
    response: { status: 400 },
    after: null,
  },
];

/** Each Location differs from the previous one in a single member, starting from `first`. */
const smallChanges: readonly string[] = [
  [2, -2.25, 'first'],
  [2, 2.25, 'first'],
  [-2, 2.25, 'first'],
  [-2, 2.25, 'First'],
  [-2, 2.25, ''],
  [-2, 2.25, undefined],
  [-2.0000000000000004, 2.25, undefined],
].map(([latitude, longitude, description]) =>
  JSON.stringify({ description, coordinates: { latitude, longitude } }),
);

/** Ends that make a longer identifier of another one, for services that keep records under compound keys. */
const ends = [':', ':a', '/', '/a', '.', '-', '_', '|', ',', ' ', '%', '\0', 'a', '1'];

const steps: readonly HttpCase[] = [
  httpCase(
    'state-delete-twice',
    'SPEC 3',
    'A second DELETE of a record is 200, too.',
    async (service) => {
      const id = await createRecord(service);
      const statuses: number[] = [];
      for (const _ of [1, 2]) statuses.push((await service.request(ask('DELETE', `/${id}`))).status);
      expectEqual('statuses', statuses, [200, 200]);
      await expectAbsent(service, `/${id}`);
    },
    { presupposes: [plain.creates, plain.removes, plain.absent, 'response-delete', 'state-delete-absent'] },
  ),
  httpCase(
    'state-writes-are-exact',
    'SPEC 3',
    'A POST and a PUT that change one member of a record replace it.',
    async (service) => {
      for (const method of ['POST', 'PUT']) {
        const id = await createRecord(service);
        for (const location of smallChanges) {
          expectSuccess(await service.request(send(method, `/${id}`, location)));
          await expectRecord(service, `/${id}`, location);
        }
      }
    },
    {
      presupposes: [plain.creates, plain.replaces, 'response-post-upsert', 'state-writes-remove-description'],
    },
  ),
  httpCase(
    'state-writes-many',
    'SPEC 3',
    'Each of a dozen replacements of one record takes effect.',
    async (service) => {
      const id = await createRecord(service);
      for (let number = 0; number < 24; number++) {
        const location = numbered(number);
        expectSuccess(await service.request(send(number % 2 ? 'POST' : 'PUT', `/${id}`, location)));
        await expectRecord(service, `/${id}`, location);
      }
    },
    { presupposes: [plain.creates, plain.replaces, 'response-post-upsert'] },
  ),
  httpCase(
    'state-lives',
    'SPEC 3',
    'A record can be created, replaced and removed many times under one identifier.',
    async (service) => {
      const id = service.freshId();
      for (let number = 0; number < 8; number++) {
        await store(service, `/${id}`, number % 2 ? bare : numbered(number));
        expectSuccess(await service.request(send('PUT', `/${id}`, number % 2 ? numbered(number) : bare)));
        await expectRecord(service, `/${id}`, number % 2 ? numbered(number) : bare);
        expectSuccess(await service.request(ask('DELETE', `/${id}`)));
        await expectAbsent(service, `/${id}`);
        await store(service, `/${id}`, bare);
        await expectRecord(service, `/${id}`, bare);
        expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      }
    },
    {
      presupposes: [
        plain.creates,
        plain.replaces,
        plain.removes,
        plain.absent,
        'state-writes-remove-description',
      ],
    },
  ),
  httpCase(
    'state-put-after-delete',
    'SPEC 3',
    'A PUT after a DELETE finds the record absent.',
    async (service) => {
      const id = await createRecord(service);
      expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      expectEqual('status', (await service.request(send('PUT', `/${id}`, first))).status, 404);
      await expectAbsent(service, `/${id}`);
    },
    { presupposes: [plain.creates, plain.removes, plain.absent, 'response-put-only-replaces', plain.list] },
  ),
  httpCase(
    'state-writes-leave-others',
    'SPEC 3',
    'A POST, a PUT and a DELETE leave other records unchanged.',
    async (service) => {
      const [id, other] = [await createRecord(service), await createRecord(service)];
      await store(service, `/${id}`, second);
      expectSuccess(await service.request(send('PUT', `/${id}`, bare)));
      expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      await expectRecord(service, `/${other}`, first);
    },
    { presupposes: [plain.creates, plain.replaces, plain.removes, plain.absent] },
  ),
  httpCase(
    'state-delete-leaves-similar',
    'SPEC 3',
    'A DELETE leaves records whose identifiers begin or end with its own.',
    async (service) => {
      const id = await createRecord(service);
      const others = ends.flatMap((end) => [id + end, end + id]);
      for (const other of others) await store(service, `/${encodeURIComponent(other)}`, first);
      expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      await expectAllListed(service, [[id, undefined], ...others.map((other) => [other, first] as const)]);
    },
    { presupposes: [plain.creates, plain.removes, plain.absent, plain.list, 'id-slash'] },
  ),
  httpCase(
    'state-delete-pattern',
    'SPEC 3',
    'Wildcards in the identifier of a DELETE have no meaning.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/${id}ab`, first);
      for (const pattern of ['%', '__', '*', '??', '.*', '[a-z]b']) {
        expectSuccess(await service.request(ask('DELETE', `/${id}${encodeURIComponent(pattern)}`)));
      }
      await expectRecord(service, `/${id}ab`, first);
    },
    { presupposes: [plain.creates, 'state-delete-absent', 'response-delete'] },
  ),
  httpCase(
    'state-get-is-safe',
    'SPEC 3',
    'GET and HEAD change nothing.',
    async (service) => {
      const [id, absent] = [await createRecord(service), service.freshId()];
      for (const target of [`/${id}`, '/', `/${absent}`]) {
        for (const method of ['GET', 'HEAD', 'GET']) await service.request(ask(method, target));
      }
      await expectRecord(service, `/${id}`, first);
      await expectAbsent(service, `/${absent}`);
      await expectListed(service, id, first);
    },
    { presupposes: [plain.creates, plain.absent, plain.list] },
  ),
  httpCase(
    'check-stored-whole',
    'SPEC 4.5.7',
    'A description of 3,000 characters is stored whole.',
    async (service) => {
      const text = (start: string) =>
        `{"description":"${start}${'x'.repeat(2998)}!","coordinates":{"latitude":1,"longitude":2}}`;
      const id = await createRecord(service, text('a'));
      await expectRecord(service, `/${id}`, text('a'));
      expectSuccess(await service.request(send('PUT', `/${id}`, text('b'))));
      await expectRecord(service, `/${id}`, text('b'));
    },
    { presupposes: [plain.creates, plain.replaces] },
  ),
];

/** SPEC section 3: every transition, without changes to other records. */
export const states: readonly HttpCase[] = [...rows.map(rowCase), ...steps];
