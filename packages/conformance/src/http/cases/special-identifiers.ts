import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectNotReplaced, expectProblem, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { bare, expectIdentifier, expectRecord, first, readList, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';

/** Identifiers with a meaning elsewhere. They cannot be unique, so they need an empty store. */
const special: readonly (readonly [name: string, rule: string, ids: readonly string[]])[] = [
  [
    'object-members',
    'Names of object members',
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
  ],
  ['numbers', 'Numbers', ['10', '9', '0', '00', '09', '-1', '1e3', '1.0', 'NaN']],
  ['words', 'Words with a meaning in code', ['null', 'undefined', 'true', 'false', '-']],
  [
    'one-character',
    'Single characters',
    ['a', 'A', '~', '_', '%20', '%00', '%2F', '%F0%9F%98%80', '+', '%25'],
  ],
  ['file-names', 'Names of files', ['favicon.ico', 'robots.txt', 'index.html', '.well-known', '.env', '...']],
];

/** Long identifiers, and identifiers with a meaning elsewhere. */
export const specialIdentifiers: readonly HttpCase[] = [
  httpCase('id-message-is-json', 'D38', 'An identifier in a message is encoded as JSON.', async (service) => {
    const id = service.freshId();
    expectProblem(
      await service.request(ask('GET', `/${id}%22%5C%0A%00`)),
      404,
      resourceNotFound(`${id}"\\\n\0`),
    );
    expectNotReplaced(await service.request(send('PUT', `/${id}%3Cb%3E%22`, bare)), `${id}<b>"`);
  }),
  httpCase(
    'id-long',
    'D9',
    'An identifier of 8,000 characters is an ordinary identifier.',
    async (service) => {
      const id = `${service.freshId()}${'x'.repeat(8000)}`;
      await expectIdentifier(service, `/${id}`, id);
    },
  ),
  httpCase(
    'id-long-distinct',
    'D9',
    'Long identifiers that differ only at the end are distinct.',
    async (service) => {
      const id = `${service.freshId()}${'x'.repeat(8000)}`;
      await store(service, `/${id}a`, first);
      await store(service, `/${id}b`, second);
      await expectRecord(service, `/${id}a`, first);
      await expectRecord(service, `/${id}b`, second);
      const ids = (await readList(service)).map(([listedId]) => listedId);
      expectEqual('listed', [ids.includes(`${id}a`), ids.includes(`${id}b`)], [true, true]);
      expectDone(await service.request(ask('DELETE', `/${id}a`)));
      await expectRecord(service, `/${id}b`, second);
    },
  ),
  httpCase(
    'id-long-encoded',
    'D9',
    'An identifier of 1,000 characters of four bytes is an ordinary identifier.',
    async (service) => {
      const id = service.freshId();
      await expectIdentifier(service, `/${id}${'%F0%9F%98%80'.repeat(1000)}`, `${id}${'😀'.repeat(1000)}`);
    },
  ),
  ...special.map(([name, rule, ids]) =>
    httpCase(
      `id-special-${name}`,
      'D10',
      `${rule} are ordinary identifiers.`,
      async (service) => {
        for (const id of ids) await expectIdentifier(service, `/${id}`, decodeURIComponent(id));
        for (const id of ids) await store(service, `/${id}`, first);
        const all = (await readList(service)).map(([id]) => id);
        expectEqual('listed', all.sort(), ids.map(decodeURIComponent).sort());
      },
      { needs: ['empty-store'] },
    ),
  ),
];
