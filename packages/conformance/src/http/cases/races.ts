import type { Location } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import { expectLinearizable, type HistoryClient } from '../../histories.ts';
import { parseJson } from '../../response-values.ts';
import { bodyText, expectDone, expectSuccess, isSameLocation } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  createMany,
  createRecord,
  deleteMany,
  type Entry,
  expectAbsent,
  expectListed,
  expectRecord,
  expectWhole,
  numbered,
  readList,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain } from '../rows.ts';
import type { CaseResponse, Service } from '../service.ts';

/** More requests than a service handles at once by accident, and fewer than it refuses on purpose. */
const crowd = 20;

const record = [plain.creates, plain.replaces, plain.removes, plain.absent];
const listed = { presupposes: [...record, plain.list] };
const listedMany = { presupposes: [...record, plain.list, 'list-many', 'check-stored-whole'] };

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** Reads the record, which must have one of these Locations as a whole, and returns it. */
async function readOneOf(service: Service, id: string, wholes: readonly string[]): Promise<string> {
  const response = await service.request(ask('GET', `/${id}`));
  const text = bodyText(response);
  const whole = wholes.find((one) => isSameLocation(parseJson(text), JSON.parse(one)));
  if (response.status !== 200 || whole === undefined) {
    throw new ContractError(
      'record',
      `one of ${wholes.length} that were written`,
      `${response.status} ${text}`,
    );
  }
  return whole;
}

/**
 * Sends writes of different Locations to one record at once. All must be 200, and one of the Locations must
 * remain.
 */
async function writeAtOnce(service: Service, id: string, methods: readonly string[]): Promise<void> {
  const wholes = numbers(crowd).map((number) => numbered(number));
  const writes = wholes.map((whole, index) => send(methods[index % methods.length] ?? '', `/${id}`, whole));
  for (const response of await Promise.all(writes.map((one) => service.request(one)))) expectDone(response);
  const kept = await readOneOf(service, id, wholes);
  const entries = (await readList(service)).filter(([listedId]) => listedId === id);
  expectEqual('entries in the list', entries.length, 1);
  expectWhole(entries[0] as Entry, kept);
}

function expectReplacedOrNotFound({ status }: CaseResponse): void {
  if (status !== 404) expectEqual('status', status, 200);
}

/** Waits for some turns of the event loop's microtasks, so that in one process requests meet in many ways. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined;
}

/** Lets timers and input take their turn, so that a service in this process completes its delayed work. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const oneRecord: readonly HttpCase[] = [
  httpCase(
    'race-posts-create',
    'SPEC 4.2',
    'Twenty concurrent POSTs of one new record are all 200, and leave one record.',
    async (service) => {
      for (let round = 0; round < 3; round++) await writeAtOnce(service, service.freshId(), ['POST']);
    },
    { presupposes: [...listed.presupposes, 'response-post-created', 'response-post-replaced'] },
  ),
  httpCase(
    'race-writes-replace',
    'SPEC 3',
    'Concurrent PUTs and POSTs of one record are all 200, and leave one of their Locations.',
    async (service) => {
      for (let round = 0; round < 3; round++) {
        await writeAtOnce(service, await createRecord(service), ['PUT', 'POST']);
      }
    },
    {
      presupposes: [...listed.presupposes, 'response-put', 'response-post-replaced', 'response-post-upsert'],
    },
  ),
  httpCase(
    'race-deletes',
    'SPEC 3',
    'Concurrent DELETEs of one record are all 200.',
    async (service) => {
      for (let round = 0; round < 3; round++) {
        const id = await createRecord(service);
        const requests = numbers(crowd).map(() => service.request(ask('DELETE', `/${id}`)));
        for (const response of await Promise.all(requests)) expectDone(response);
        await expectAbsent(service, `/${id}`);
      }
    },
    { presupposes: [...record, 'response-delete', 'state-delete-absent'] },
  ),
  httpCase(
    'state-put-delete-race',
    'SPEC 3',
    'A concurrent PUT and DELETE leave no record, and the PUT is 200 or 404.',
    async (service) => {
      for (let round = 0; round < 20; round++) {
        const id = await createRecord(service);
        const put = service.request(send('PUT', `/${id}`, numbered(round)));
        await turns(round);
        const removed = service.request(ask('DELETE', `/${id}`));
        expectSuccess(await removed);
        expectReplacedOrNotFound(await put);
        await expectAbsent(service, `/${id}`);
      }
    },
    { presupposes: [...listed.presupposes, 'response-put', 'response-put-only-replaces'] },
  ),
  httpCase(
    'race-post-delete',
    'SPEC 3',
    'Concurrent POSTs and DELETEs of one record are all 200, and GET and the list agree afterwards.',
    async (service) => {
      for (let round = 0; round < 4; round++) {
        const id = await createRecord(service);
        const requests = numbers(crowd).map((number) =>
          service.request(number % 2 ? ask('DELETE', `/${id}`) : send('POST', `/${id}`, numbered(number))),
        );
        for (const response of await Promise.all(requests)) expectSuccess(response);
        const { status } = await service.request(ask('GET', `/${id}`));
        const isListed = (await readList(service)).some(([listedId]) => listedId === id);
        expectEqual(
          'whether GET and the list have the record',
          [status === 200, isListed],
          [isListed, isListed],
        );
      }
    },
    listed,
  ),
  httpCase(
    'race-read-during-writes',
    'D42',
    'A record that is being replaced is never missing, and never a mixture of two.',
    async (service) => {
      const wholes = numbers(20).map((number) => numbered(number));
      const id = await createRecord(service, wholes[0]);
      for (const [number, whole] of wholes.entries()) {
        const written = service.request(send(number % 2 ? 'PUT' : 'POST', `/${id}`, whole));
        await turns(number);
        await Promise.all([1, 2, 3].map(() => readOneOf(service, id, wholes)));
        expectSuccess(await written);
      }
    },
    { presupposes: [...record, 'response-post-upsert'] },
  ),
  httpCase(
    'race-histories',
    'D42',
    'Concurrent reads and writes of a record are linearizable: some order explains all responses.',
    async (service) => {
      const ids = [service.freshId(), service.freshId()];
      await expectLinearizable(
        numbers(4).map(() => clientOf(service)),
        ids,
        5,
      );
    },
    { presupposes: [...listed.presupposes, 'response-put-only-replaces', 'response-post-upsert'] },
  ),
];

/** Returns the records of a service as a client of a history. */
function clientOf(service: Service): HistoryClient {
  const body = (location: Location) => JSON.stringify(location);
  return {
    async get(id) {
      const response = await service.request(ask('GET', `/${id}`));
      return response.status === 404 ? undefined : (JSON.parse(bodyText(response)) as Location);
    },
    async put(id, location) {
      expectSuccess(await service.request(send('POST', `/${id}`, body(location))));
    },
    async replace(id, location) {
      const response = await service.request(send('PUT', `/${id}`, body(location)));
      if (response.status === 404) return false;
      expectSuccess(response);
      return true;
    },
    async delete(id) {
      expectSuccess(await service.request(ask('DELETE', `/${id}`)));
    },
  };
}

const severalRecords: readonly HttpCase[] = [
  httpCase(
    'check-concurrent-writes',
    'SPEC 4.4',
    'Concurrent POSTs are each stored under their own identifier, with their own body.',
    async (service) => {
      const ids = numbers(30).map(() => service.freshId());
      const bodies = ids.map((id, number) => numbered(number, id + 'x'.repeat((number % 3) * 1000)));
      const requests = ids.map((id, number) => service.request(send('POST', `/${id}`, bodies[number] ?? '')));
      for (const response of await Promise.all(requests)) expectSuccess(response);
      for (const [number, id] of ids.entries()) await expectRecord(service, `/${id}`, bodies[number] ?? '');
    },
    { presupposes: [...record, 'check-stored-whole'] },
  ),
  httpCase(
    'check-stored',
    'SPEC 4.5.7',
    'A write is visible to every request after its response, alone and in the list.',
    async (service) => {
      for (let number = 0; number < 10; number++) {
        const id = service.freshId();
        for (const [method, location] of [
          ['POST', numbered(number)],
          ['PUT', numbered(number + 100)],
          ['POST', numbered(number + 200)],
        ] as const) {
          expectSuccess(await service.request(send(method, `/${id}`, location)));
          await expectRecord(service, `/${id}`, location);
        }
        await expectListed(service, id, numbered(number + 200));
        expectSuccess(await service.request(ask('DELETE', `/${id}`)));
        await Promise.all([expectAbsent(service, `/${id}`), expectListed(service, id, undefined)]);
      }
    },
    { presupposes: [...listed.presupposes, 'response-post-upsert'] },
  ),
  httpCase(
    'race-no-late-writes',
    'SPEC 4.5.7',
    'A write does not take effect again after a later one: removed records stay absent, and replaced ones as they are.',
    async (service) => {
      const ids = await createMany(service, 10, 'early');
      const removed = ids.filter((_, index) => index % 2 === 0);
      const kept = ids.filter((_, index) => index % 2 === 1);
      for (const id of kept) await store(service, `/${id}`, numbered(1, 'late'));
      for (const id of removed) expectSuccess(await service.request(ask('DELETE', `/${id}`)));
      for (let look = 0; look < 8; look++) {
        await nextTask();
        for (const id of removed) await expectAbsent(service, `/${id}`);
        for (const id of kept) await expectRecord(service, `/${id}`, numbered(1, 'late'));
      }
    },
    { presupposes: [...record, 'response-post-upsert'] },
  ),
];

/** Returns the records of each list that are among these, each once. */
function ownEntries(lists: readonly (readonly Entry[])[], ids: readonly string[]): (readonly Entry[])[] {
  const own = new Set(ids);
  return lists.map((entries) => entries.filter(([id]) => own.has(id)));
}

const lists: readonly HttpCase[] = [
  httpCase(
    'list-while-writing',
    'D43',
    'A list read during replacements has each record once, as it was before or after.',
    async (service) => {
      const [before, after] = ['x'.repeat(1500), 'y'.repeat(1500)];
      const ids = await createMany(service, 50, before);
      const reading = Promise.all(numbers(6).map(() => readList(service)));
      const writes = ids.map((id, index) => service.request(send('PUT', `/${id}`, numbered(index, after))));
      const [read, responses] = await Promise.all([reading, Promise.all(writes)]);
      for (const response of responses) expectSuccess(response);
      for (const entries of ownEntries(read, ids)) {
        expectEqual('entries', entries.length, ids.length);
        for (const entry of entries) {
          const index = ids.indexOf(entry[0]);
          expectWhole(entry, numbered(index, before), numbered(index, after));
        }
      }
      await deleteMany(service, ids);
    },
    listedMany,
  ),
  httpCase(
    'list-while-deleting',
    'SPEC 4.7',
    'A list read during deletions has every record that is not deleted.',
    async (service) => {
      const ids = await createMany(service, 200, 'x'.repeat(300));
      const kept = ids.filter((_, index) => index % 4 === 3);
      const removed = ids.filter((_, index) => index % 4 !== 3);
      const [read] = await Promise.all([
        readRepeatedly(service, 10),
        inTens(removed, async (id) => expectSuccess(await service.request(ask('DELETE', `/${id}`)))),
      ]);
      for (const entries of ownEntries(read, kept)) {
        expectEqual('records that stay', entries.length, kept.length);
      }
      await deleteMany(service, kept);
      expectEqual('records after their removal', ownEntries([await readList(service)], ids), [[]]);
    },
    listedMany,
  ),
  httpCase(
    'list-while-creating',
    'SPEC 4.7',
    'A list read while records are created has every older record exactly once.',
    async (service) => {
      const kept = await createMany(service, 110, 'x'.repeat(300));
      const added = numbers(60).map((number) => `${number % 2 ? '!' : '~'}${service.freshId()}`);
      const [read] = await Promise.all([
        readRepeatedly(service, 10),
        inTens(added, (id) => store(service, `/${id}`, numbered(1))),
      ]);
      for (const entries of ownEntries(read, kept)) {
        expectEqual('records that stay', entries.length, kept.length);
      }
      await deleteMany(service, [...kept, ...added]);
    },
    listedMany,
  ),
];

/** Reads the list, two at a time. */
async function readRepeatedly(service: Service, times: number): Promise<(readonly Entry[])[]> {
  const read: (readonly Entry[])[] = [];
  for (let time = 0; time < times; time++) {
    read.push(...(await Promise.all([readList(service), readList(service)])));
  }
  return read;
}

async function inTens(ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < ids.length; start += 10)
    await Promise.all(ids.slice(start, start + 10).map(act));
}

/** SPEC 3 and 4, D42 and D43: requests at the same time. */
export const races: readonly HttpCase[] = [...oneRecord, ...severalRecords, ...lists];
