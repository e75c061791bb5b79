import { ContractError, expectEqual } from '../../contract-error.ts';
import { bodyText, expectDone, expectFields, expectLocation, expectSuccess } from '../expect.ts';
import { expectProblem, locationNotFound, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { bare, createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import { plain } from '../rows.ts';
import type { CaseRequest, CaseResponse, Service } from '../service.ts';

type Field = readonly [name: 'If-Match' | 'If-None-Match', value: string];

/** A tag that no record has. */
const stranger = '"0123456789abcdef"';

/** Reads the entity tag of a present record, which must be strong. */
async function tagOf(service: Service, id: string): Promise<string> {
  const response = await service.request(ask('GET', `/${id}`));
  expectEqual('status', response.status, 200);
  return expectTag(response);
}

function expectTag({ headers }: CaseResponse): string {
  const lines = headers.etag ?? [];
  const [tag = ''] = lines;
  if (lines.length !== 1 || !/^"[!#-~]+"$/.test(tag))
    throw new ContractError('ETag', 'one strong tag', lines);
  return tag;
}

function read(id: string, ...fields: readonly Field[]): CaseRequest {
  return ask('GET', `/${id}`, fields);
}

/** Returns a POST or PUT of the second Location, or a DELETE. */
function write(method: string, id: string, ...fields: readonly Field[]): CaseRequest {
  if (method === 'DELETE') return ask(method, `/${id}`, fields);
  return send(method, `/${id}`, second, [...jsonType, ...fields]);
}

const writes = ['POST', 'PUT', 'DELETE'];

async function expectWritten(service: Service, method: string, id: string): Promise<void> {
  if (method === 'DELETE') await expectAbsent(service, `/${id}`);
  else await expectRecord(service, `/${id}`, second);
}

/** Expects 412, with the tag of the record if it is present. */
function expectFailed(response: CaseResponse, tag: string | undefined): void {
  expectProblem(response, 412, messages.preconditionFailed);
  expectFields(response, { ETag: tag });
}

function expectNotModified(response: CaseResponse, tag: string): void {
  expectEqual('status', response.status, 304);
  expectEqual('body', response.body.length, 0);
  expectFields(response, { ETag: tag, 'Cache-Control': 'no-cache', 'Content-Type': undefined });
}

/** What a field is, given the tag of the record, and whether it is true of that. */
type Truth = readonly [what: string, field: (tag: string) => Field, isTrue: boolean];

const truths: readonly Truth[] = [
  ['its tag', (tag) => ['If-Match', tag], true],
  ['a list with its tag', (tag) => ['If-Match', `${stranger}, ${tag} ,"x,y"`], true],
  ['any', () => ['If-Match', '*'], true],
  ['another tag', () => ['If-Match', stranger], false],
  ['its tag as a weak one', (tag) => ['If-Match', `W/${tag}`], false],
  ['not another tag', () => ['If-None-Match', stranger], true],
  ['not its tag', (tag) => ['If-None-Match', tag], false],
  ['not its tag as a weak one', (tag) => ['If-None-Match', `${stranger}, W/${tag}`], false],
  ['none', () => ['If-None-Match', '*'], false],
];

const malformed: readonly Field[] = [
  ['If-Match', 'abc'],
  ['If-Match', `*, ${stranger}`],
  ['If-Match', `${stranger} ${stranger}`],
  ['If-None-Match', '"abc'],
  ['If-None-Match', `${stranger}, w/${stranger}`],
];

/** A rule of a service with entity tags, that presupposes the plain ways. */
function rule(id: string, title: string, run: HttpCase['run']): HttpCase {
  return httpCase(id, 'D49', title, run, {
    options: { etags: true },
    presupposes: [plain.creates, plain.replaces, plain.removes, plain.absent],
  });
}

/** D49: conditional requests, and the service without them. */
export const conditions: readonly HttpCase[] = [
  rule(
    'etag-get',
    'GET and HEAD of a record have its strong ETag, which caches must ask for.',
    async (service) => {
      const id = await createRecord(service);
      const tag = await tagOf(service, id);
      for (const method of ['GET', 'HEAD']) {
        const response = await service.request(ask(method, `/${id}`));
        expectFields(response, {
          ETag: tag,
          'Cache-Control': 'no-cache',
          'Content-Type': 'application/json',
        });
      }
    },
  ),
  rule('etag-content', 'The ETag follows the content, and comes back with it.', async (service) => {
    const id = await createRecord(service);
    const tags: string[] = [];
    for (const location of [first, second, bare, first]) {
      expectSuccess(await service.request(send('PUT', `/${id}`, location)));
      tags.push(await tagOf(service, id));
    }
    expectEqual('the number of different tags', new Set(tags).size, 3);
    expectEqual('the tag of the first content', tags[3], tags[0]);
  }),
  rule('etag-not-modified', 'GET and HEAD are 304 if If-None-Match names the record.', async (service) => {
    const id = await createRecord(service);
    const tag = await tagOf(service, id);
    for (const value of [tag, `W/${tag}`, `${stranger}, ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const request = ask(method, `/${id}`, [['If-None-Match', value]]);
        expectNotModified(await service.request(request), tag);
      }
    }
    expectLocation(await service.request(read(id, ['If-None-Match', stranger])), first);
  }),
  rule('etag-get-if-match', 'GET is 412 if If-Match does not name the record.', async (service) => {
    const id = await createRecord(service);
    const tag = await tagOf(service, id);
    expectFailed(await service.request(read(id, ['If-Match', stranger])), tag);
    expectFailed(await service.request(read(id, ['If-Match', `W/${tag}`], ['If-None-Match', tag])), tag);
    expectLocation(await service.request(read(id, ['If-Match', tag])), first);
    expectNotModified(await service.request(read(id, ['If-Match', '*'], ['If-None-Match', tag])), tag);
  }),
  rule('etag-get-absent', 'GET of an absent record is 404 with any condition.', async (service) => {
    for (const field of [
      ['If-Match', stranger],
      ['If-None-Match', '*'],
      ['If-Match', 'abc'],
    ] as const) {
      const id = service.freshId();
      expectProblem(await service.request(read(id, field)), 404, resourceNotFound(id));
    }
  }),
  ...writes.flatMap((method) =>
    truths.map(([what, field, isTrue], index) =>
      rule(
        `etag-${method.toLowerCase()}-${index + 1}`,
        `${method} on the condition "${what}" is ${isTrue ? 'done' : '412, with the ETag, and changes nothing'}.`,
        async (service) => {
          const id = await createRecord(service);
          const tag = await tagOf(service, id);
          const response = await service.request(write(method, id, field(tag)));
          if (isTrue) {
            expectDone(response);
            await expectWritten(service, method, id);
          } else {
            expectFailed(response, tag);
            await expectRecord(service, `/${id}`, first);
          }
        },
      ),
    ),
  ),
  rule('etag-old', 'A write on the tag of an older content is 412.', async (service) => {
    const id = await createRecord(service);
    const tag = await tagOf(service, id);
    expectSuccess(await service.request(send('PUT', `/${id}`, bare)));
    const current = await tagOf(service, id);
    for (const method of writes) {
      expectFailed(await service.request(write(method, id, ['If-Match', tag])), current);
    }
    await expectRecord(service, `/${id}`, bare);
  }),
  rule('etag-several-lines', 'Several lines of a field are one list.', async (service) => {
    const id = await createRecord(service);
    const tag = await tagOf(service, id);
    const lines: readonly Field[] = [
      ['If-Match', stranger],
      ['If-Match', tag],
    ];
    expectDone(await service.request(write('PUT', id, ...lines)));
    await expectRecord(service, `/${id}`, second);
  }),
  rule('etag-create-only', 'POST with If-None-Match: * creates a record.', async (service) => {
    const id = service.freshId();
    expectDone(await service.request(write('POST', id, ['If-None-Match', '*'])));
    await expectRecord(service, `/${id}`, second);
  }),
  rule('etag-absent', 'POST and DELETE with If-Match are 412 without a record.', async (service) => {
    for (const method of ['POST', 'DELETE']) {
      for (const value of ['*', stranger]) {
        const id = service.freshId();
        expectFailed(await service.request(write(method, id, ['If-Match', value])), undefined);
        await expectAbsent(service, `/${id}`);
      }
    }
    expectDone(await service.request(write('DELETE', service.freshId(), ['If-None-Match', '*'])));
  }),
  rule('etag-put-absent', 'PUT of an absent record is 404 on any condition.', async (service) => {
    for (const field of [
      ['If-Match', stranger],
      ['If-Match', '*'],
      ['If-None-Match', '*'],
    ] as const) {
      const id = service.freshId();
      expectProblem(await service.request(write('PUT', id, field)), 404, locationNotFound(id));
      await expectAbsent(service, `/${id}`);
    }
  }),
  rule('etag-order', 'The checks of SPEC 4.5 come before the conditions.', async (service) => {
    const id = await createRecord(service);
    const fails: Field = ['If-Match', stranger];
    for (const method of ['POST', 'PUT']) {
      const untyped = await service.request(send(method, `/${id}`, second, [fails]));
      expectProblem(untyped, 400, messages.contentType);
      const invalid = await service.request(send(method, `/${id}`, '{', [...jsonType, fails]));
      expectProblem(invalid, 400, messages.bodyInvalid);
    }
  }),
  rule('etag-malformed', 'A condition without quotes is 400, and changes nothing.', async (service) => {
    const id = await createRecord(service);
    for (const field of malformed) {
      for (const request of [read(id, field), ...writes.map((method) => write(method, id, field))]) {
        expectProblem(await service.request(request), 400, messages.preconditionInvalid);
      }
    }
    await expectRecord(service, `/${id}`, first);
  }),
  rule(
    'etag-of-write',
    'A write of just the text that GET returns has its ETag, and no other.',
    async (service) => {
      for (const method of ['POST', 'PUT']) {
        const id = await createRecord(service);
        const text = bodyText(await service.request(ask('GET', `/${id}`)));
        const response = await service.request(send(method, `/${id}`, text));
        expectEqual('ETag', expectTag(response), await tagOf(service, id));
        expectFields(await service.request(send(method, `/${id}`, ` ${text}`)), { ETag: undefined });
      }
    },
  ),
  rule('etag-list', 'The list has no ETag.', async (service) => {
    expectFields(await service.request(ask('GET', '/')), { ETag: undefined, 'Cache-Control': undefined });
  }),
  rule(
    'etag-increments',
    'Concurrent clients that write on the tag they have read lose no update.',
    async (service) => {
      const id = await createRecord(service, '{"coordinates":{"latitude":0,"longitude":0}}');
      await Promise.all(Array.from({ length: 6 }, () => increment(service, id, 6)));
      await expectRecord(service, `/${id}`, '{"coordinates":{"latitude":36,"longitude":0}}');
    },
  ),
  rule('etag-creates-once', 'Of concurrent POSTs that may only create, one is done.', async (service) => {
    const id = service.freshId();
    const requests = Array.from({ length: 8 }, () =>
      service.request(write('POST', id, ['If-None-Match', '*'])),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expectEqual('statuses', statuses.sort(), [200, ...Array(7).fill(412)]);
  }),
  httpCase(
    'etag-null-description',
    'D49',
    'With absent descriptions as null, PUT takes the tag of GET.',
    async (service) => {
      const id = await createRecord(service, bare);
      const tag = await tagOf(service, id);
      expectDone(await service.request(write('PUT', id, ['If-Match', tag])));
      await expectRecord(service, `/${id}`, second);
    },
    { options: { etags: true, absentDescription: 'null' }, presupposes: [plain.creates, plain.replaces] },
  ),
  httpCase(
    'etag-off',
    'D49',
    'Without entity tags, no response has one, and conditions are ignored.',
    async (service) => {
      const id = await createRecord(service);
      const found = await service.request(read(id, ['If-Match', stranger], ['If-None-Match', '*']));
      expectLocation(found, first);
      expectFields(found, { ETag: undefined, 'Cache-Control': undefined });
      expectDone(await service.request(write('PUT', id, ['If-Match', stranger])));
      await expectRecord(service, `/${id}`, second);
    },
    { presupposes: [plain.creates, plain.replaces] },
  ),
];

/** Adds one to the latitude of a record on its tag, many times, each time again until it is done. */
async function increment(service: Service, id: string, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const response = await service.request(ask('GET', `/${id}`));
    const { coordinates } = JSON.parse(bodyText(response));
    const next = JSON.stringify({ coordinates: { ...coordinates, latitude: coordinates.latitude + 1 } });
    const headers = [...jsonType, ['If-Match', expectTag(response)] as const];
    const { status } = await service.request(send('PUT', `/${id}`, next, headers));
    if (status === 200) done++;
    else expectEqual('status', status, 412);
  }
}
