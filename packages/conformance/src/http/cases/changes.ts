import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  createRecord,
  expectAbsent,
  expectDistinct,
  expectListed,
  expectRecord,
  first,
  numbered,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

function location(latitude: number, longitude: number, description?: string): string {
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/** Locations of which each differs from the one before in one member only, and the first of them from `first`. */
const members: readonly (readonly [name: string, locations: readonly string[]])[] = [
  // The next number that a double can hold, and the same number with another sign.
  ['latitude', [1.5 + 2 ** -52, -1.5, 2, 1].map((latitude) => location(latitude, -2.25, 'first'))],
  ['longitude', [-2.25 - 2 ** -51, 2.25, 2, 1].map((longitude) => location(1.5, longitude, 'first'))],
  [
    'description',
    ['First', '', undefined, '', 'first', undefined, 'first'].map((text) => location(1.5, -2.25, text)),
  ],
];

/** More writes than a server makes before it forgets or limits something by mistake. */
const runLength = 12;

/** How often a record is read while it is replaced. */
const readings = 30;

/** The record has exactly this content, in GET and in the list. */
async function expectEverywhere(service: Service, id: string, content: string): Promise<void> {
  await expectRecord(service, `/${id}`, content);
  await expectListed(service, id, content);
}

/** SPEC section 3: small changes of a record, many changes of one record, and removals beside similar identifiers. */
export const changes: readonly HttpCase[] = [
  ...['POST', 'PUT'].flatMap((method) => {
    const name = method.toLowerCase();
    return [
      ...members.map(([member, locations]) =>
        httpCase(
          `state-${name}-changes-${member}`,
          'SPEC 3',
          `${method} of a Location with another ${member} and nothing else new replaces the record.`,
          async (service) => {
            const id = await createRecord(service, first);
            for (const changed of locations) {
              expectDone(await service.request(send(method, `/${id}`, changed)));
              await expectEverywhere(service, id, changed);
            }
          },
        ),
      ),
      httpCase(
        `state-${name}-many`,
        'SPEC 3',
        `Each of many requests with ${method} for one record replaces it.`,
        async (service) => {
          const id = await createRecord(service);
          for (let number = 0; number < runLength; number++) {
            expectDone(await service.request(send(method, `/${id}`, numbered(number, ''))));
            await expectEverywhere(service, id, numbered(number, ''));
          }
        },
      ),
      httpCase(
        `state-never-absent-${name}`,
        'SPEC 3',
        `A record is present while ${method} replaces it.`,
        async (service) => {
          const id = await createRecord(service);
          for (let number = 0; number < readings; number++) {
            const replaced = service.request(send(method, `/${id}`, numbered(number, '')));
            // In process, each reading comes a step later than the one before.
            for (let turn = 0; turn < number; turn++) await Promise.resolve();
            const read = [1, 2, 3].map(() => service.request(ask('GET', `/${id}`)));
            for (const { status } of await Promise.all(read)) expectEqual('status', status, 200);
            expectDone(await replaced);
          }
        },
      ),
    ];
  }),
  httpCase(
    'state-lives',
    'SPEC 3',
    'A record can be created and removed many times under one identifier.',
    async (service) => {
      const id = service.freshId();
      for (let number = 0; number < runLength; number++) {
        expectDone(await service.request(send('POST', `/${id}`, numbered(number, ''))));
        await expectEverywhere(service, id, numbered(number, ''));
        expectDone(await service.request(ask('DELETE', `/${id}`)));
        await expectAbsent(service, id);
        await expectListed(service, id, undefined);
      }
    },
  ),
  httpCase(
    'state-delete-continued',
    'SPEC 3',
    'DELETE removes neither records whose identifiers go on after its own nor those whose identifiers end before it.',
    async (service) => {
      await expectDistinct(
        service,
        ['', ':', '/', '.', '-', '_', '|', ',', ';', '@', '+', ' ', '\0', 'b', '1', '#', '%', ':b'].map(
          encodeURIComponent,
        ),
      );
    },
  ),
  httpCase(
    'state-delete-pattern',
    'SPEC 3',
    'Wildcards in the identifier of DELETE have no meaning.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/${id}ab`, first);
      for (const pattern of [
        '%',
        '%b',
        '__',
        'a_',
        '*',
        '*b',
        '??',
        'a?',
        '.*',
        '[a-z]b',
        '[^x]*',
        'a.',
        '(ab|x)',
      ]) {
        expectDone(await service.request(ask('DELETE', `/${id}${encodeURIComponent(pattern)}`)));
        await expectRecord(service, `/${id}ab`, first);
      }
    },
  ),
];
