import { bodyText, expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { send } from '../requests.ts';

/** SPEC 4.4 and 4.5.7: a write that passes every check. */
export const writeChecks: readonly HttpCase[] = [
  httpCase(
    'check-stored',
    'SPEC 4.5.7',
    'A write that passes every check is stored before its response.',
    async (service) => {
      const id = service.freshId();
      for (const [method, body] of [
        ['POST', first],
        ['PUT', second],
        ['POST', first],
      ] as const) {
        expectDone(await service.request(send(method, `/${id}`, body)));
        await expectRecord(service, `/${id}`, body);
      }
    },
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
      expectDone(await service.request(send('PUT', `/${id}`, text('b'))));
      await expectRecord(service, `/${id}`, text('b'));
    },
  ),
  httpCase(
    'check-concurrent-writes',
    'D42',
    'Concurrent writes are each stored under their own identifiers.',
    async (service) => {
      const numbers = Array.from({ length: 30 }, (_, number) => number);
      const ids = numbers.map(() => service.freshId());
      const text = (number: number) =>
        `{"description":"${ids[number]}","coordinates":{"latitude":${number + 1},"longitude":${-1 - number}}}`;
      const responses = await Promise.all(
        numbers.map((number) => service.request(send('POST', `/${ids[number]}`, text(number)))),
      );
      for (const response of responses) expectDone(response);
      for (const number of numbers) await expectRecord(service, `/${ids[number]}`, text(number));
    },
  ),
  httpCase(
    'check-raw-body',
    'SPEC 4.4',
    'A body is read as raw content, not as form parameters.',
    async (service) => {
      const id = await createRecord(service);
      for (const method of ['POST', 'PUT']) {
        const form = 'description=x&latitude=1&longitude=2';
        expectProblem(await service.request(send(method, `/${id}`, form)), 400, messages.bodyInvalid);
        const response = await service.request(
          send(method, `/${id}?latitude=1&longitude=2&description=x`, ''),
        );
        expectProblem(response, 400, messages.bodyMissing);
      }
      await expectRecord(service, `/${id}`, first);
    },
  ),
  httpCase(
    'check-put-atomic-picture',
    'D42',
    'A record under repeated replacement is never read mixed or absent.',
    async (service) => {
      const id = await createRecord(service);
      const writes = Array.from({ length: 40 }, (_, number) =>
        service.request(send('PUT', `/${id}`, number % 2 ? first : second)),
      );
      const reads = Array.from({ length: 40 }, () => service.request({ method: 'GET', target: `/${id}` }));
      for (const response of await Promise.all(writes)) expectDone(response);
      for (const response of await Promise.all(reads)) {
        expectJson(response, 200, bodyText(response).includes('second') ? second : first);
      }
    },
  ),
];
