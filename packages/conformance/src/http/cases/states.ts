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
import { acceptedWrites, plain, post, put, row, rowCase, sameResponse, writes } from '../rows.ts';
import type { Service } from '../service.ts';

const rows: readonly HttpCase[] = [
  ...acceptedWrites(
    'SPEC 3',
    [[plain.creates, 'POST creates a record that does not exist.', post(first), first]],
    { before: undefined },
  ),
  ...acceptedWrites('SPEC 3', [
    [plain.replaces, 'PUT replaces a record that exists.', put(second), second],
    [
      'state-writes-remove-description',
      'POST and PUT without a description remove the old one.',
      writes(bare),
      bare,
    ],
  ]),
  rowCase({
    id: plain.removes,
    clause: 'SPEC 3',
    title: 'DELETE removes a record.',
    before: first,
    request: row('DELETE'),
    response: 'success',
    after: null,
  }),
  rowCase({
    id: 'state-delete-absent',
    clause: 'SPEC 3',
    title: 'A DELETE of a record that never existed is 200.',
    request: row('DELETE'),
    response: 'done',
    presupposes: ['response-delete'],
  }),
  ...sameResponse('SPEC 3', { location: first }, [
    ['state-get-with-body', 'A GET with a body changes nothing.', row('GET', '/<id>', second)],
  ]),
  ...sameResponse(
    'SPEC 4.5',
    { status: 400 },
    [['state-refused-write', 'A POST of invalid JSON creates nothing.', post('{')]],
    { before: undefined, after: null },
  ),
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
const ends = [':', ':a', '.', '-', '_', '|', ',', ' ', '%', 'a'];

/** Replaces a record by these Locations, and reads it after each. */
async function replaceEach(service: Service, id: string, method: string, locations: readonly string[]) {
  for (const location of locations) {
    expectSuccess(await service.request(send(method, `/${id}`, location)));
    await expectRecord(service, `/${id}`, location);
  }
}

/** Creates the other records, and expects that a DELETE of the first one leaves them. */
async function expectKeptByDelete(service: Service, id: string, others: readonly string[]): Promise<void> {
  for (const other of others) await store(service, `/${encodeURIComponent(other)}`, first);
  expectSuccess(await service.request(ask('DELETE', `/${id}`)));
  await expectAllListed(service, [[id, undefined], ...others.map((other) => [other, first] as const)]);
}

const similar = { presupposes: [plain.creates, plain.removes, plain.absent, plain.list] };

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
    'POST and PUT that change one member of a record replace it.',
    async (service) => {
      for (const method of ['POST', 'PUT']) {
        await replaceEach(service, await createRecord(service), method, smallChanges);
      }
    },
    {
      presupposes: [plain.creates, plain.replaces, 'response-post-upsert', 'state-writes-remove-description'],
    },
  ),
  httpCase(
    'state-writes-many',
    'SPEC 3',
    'Each of many replacements of one record takes effect.',
    async (service) => {
      const id = await createRecord(service);
      for (let number = 0; number < 24; number++) {
        await replaceEach(service, id, number % 2 ? 'POST' : 'PUT', [numbered(number)]);
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
        const [created, replaced] = number % 2 ? [bare, numbered(number)] : [numbered(number), bare];
        await replaceEach(service, id, 'POST', [created]);
        await replaceEach(service, id, 'PUT', [replaced]);
        expectSuccess(await service.request(ask('DELETE', `/${id}`)));
        await expectAbsent(service, `/${id}`);
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
    'state-delete-leaves-similar',
    'SPEC 3',
    'A DELETE leaves records whose identifiers begin or end with the same text.',
    async (service) => {
      const id = await createRecord(service);
      await expectKeptByDelete(
        service,
        id,
        ends.flatMap((end) => [id + end, end + id]),
      );
    },
    similar,
  ),
  httpCase(
    'state-delete-leaves-below',
    'D2',
    'A DELETE leaves records whose identifiers go on after a slash.',
    async (service) => {
      const id = await createRecord(service);
      await expectKeptByDelete(service, id, [`${id}/`, `${id}/a`, `/${id}`]);
    },
    { presupposes: [...similar.presupposes, 'state-delete-leaves-similar', 'id-slash'] },
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
      const [one, other] = [numbered(1, `${'x'.repeat(3000)}!`), numbered(2, `${'x'.repeat(3000)}?`)];
      const id = await createRecord(service, one);
      await expectRecord(service, `/${id}`, one);
      await replaceEach(service, id, 'PUT', [other]);
    },
    { presupposes: [plain.creates, plain.replaces] },
  ),
];

/** SPEC section 3: every transition, without changes to other records. */
export const states: readonly HttpCase[] = [...rows, ...steps];
