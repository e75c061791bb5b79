import { ContractError, expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectHeadProblem, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, readList, second } from '../records.ts';
import { ask, onConnection, rawHead, send } from '../requests.ts';
import type { CaseRequest, Service } from '../service.ts';

const cause = () => new Error('the disk of the store is gone');
const faults = { needs: ['faults'] } as const;

type Method = Parameters<Service['faults']['fail']>[0];

const failing: readonly (readonly [
  name: string,
  rule: string,
  method: Method,
  request: (id: string) => CaseRequest,
])[] = [
  ['get', 'GET of a record', 'get', (id) => ask('GET', `/${id}`)],
  ['post', 'POST', 'put', (id) => send('POST', `/${id}`, second)],
  ['put', 'PUT', 'replace', (id) => send('PUT', `/${id}`, second)],
  ['put-invalid', 'PUT of invalid JSON', 'get', (id) => send('PUT', `/${id}`, '{')],
  ['delete', 'DELETE', 'delete', (id) => ask('DELETE', `/${id}`)],
];

/** `onError` was called once, with this error. */
async function expectReported(service: Service, error: Error): Promise<void> {
  const reported = await service.faults.reportedErrors();
  expectEqual('number of errors reported', reported.length, 1);
  expectEqual('the error reported is the cause', reported[0] === error, true);
}

/** SPEC section 7, the 500s: failures of the store. */
export const failures: readonly HttpCase[] = [
  ...failing.flatMap(([name, rule, method, request]) => [
    httpCase(
      `failure-${name}`,
      name === 'delete' ? 'D39' : 'SPEC 7',
      `${rule} is 500 when the store fails.`,
      async (service) => {
        const id = await createRecord(service);
        await service.faults.fail(method, cause());
        expectProblem(await service.request(request(id)), 500, messages.internalError);
      },
      faults,
    ),
    httpCase(
      `failure-${name}-cause`,
      'D39',
      `When ${rule} is 500, the cause is reported once, and is not sent.`,
      async (service) => {
        const [id, error] = [await createRecord(service), cause()];
        await service.faults.fail(method, error);
        const response = await service.request(request(id));
        expectEqual('status', response.status, 500);
        await expectReported(service, error);
        const sent = JSON.stringify(response.headers) + new TextDecoder().decode(response.body);
        expectEqual('the cause is in the response', sent.includes('disk'), false);
      },
      faults,
    ),
    httpCase(
      `failure-${name}-next`,
      'D39',
      `When ${rule} is 500, the record is unchanged, and the service goes on.`,
      async (service) => {
        const id = await createRecord(service);
        await service.faults.fail(method, cause());
        expectEqual('status', (await service.request(request(id))).status, 500);
        await expectRecord(service, `/${id}`, first);
        expectDone(await service.request(send('PUT', `/${id}`, second)));
        await expectRecord(service, `/${id}`, second);
        expectDone(await service.request(ask('DELETE', `/${id}`)));
        await expectAbsent(service, id);
        expectEqual('number of errors reported', (await service.faults.reportedErrors()).length, 1);
      },
      faults,
    ),
  ]),
  httpCase(
    'failure-head',
    'D39',
    'HEAD is 500 without a body when the store fails.',
    async (service) => {
      const [id, error] = [await createRecord(service), cause()];
      await service.faults.fail('get', error);
      expectHeadProblem(await service.request(ask('HEAD', `/${id}`)), 500, messages.internalError);
      await expectReported(service, error);
    },
    faults,
  ),
  httpCase(
    'failure-refusals-ask-nothing',
    'SPEC 4.5',
    'A write that is refused before it needs the store does not call the store.',
    async (service) => {
      const id = await createRecord(service);
      for (const method of ['get', 'put', 'replace', 'delete'] as const)
        await service.faults.fail(method, cause());
      expectProblem(await service.request(send('PUT', `/${id}`, first, [])), 400, messages.contentType);
      expectProblem(await service.request(send('PUT', '/', first)), 400, messages.idMissing);
      expectProblem(await service.request(send('PUT', `/${id}`, '')), 400, messages.bodyMissing);
      expectProblem(await service.request(send('POST', `/${id}`, '{')), 400, messages.bodyInvalid);
      expectProblem(await service.request(ask('DELETE', '/')), 400, messages.deleteWithoutId);
      expectEqual('number of errors reported', (await service.faults.reportedErrors()).length, 0);
    },
    faults,
  ),
  httpCase(
    'failure-list-first',
    'D40',
    'A list that fails before its first batch is 500.',
    async (service) => {
      const error = cause();
      await service.faults.failList(0, error);
      expectProblem(await service.request(ask('GET', '/')), 500, messages.internalError);
      await expectReported(service, error);
      expectEqual('list', await readList(service), []);
    },
    faults,
  ),
  httpCase(
    'failure-list-head',
    'D40',
    'HEAD of a list that fails before its first batch is 500 without a body.',
    async (service) => {
      const error = cause();
      await service.faults.failList(0, error);
      expectHeadProblem(await service.request(ask('HEAD', '/')), 500, messages.internalError);
      await expectReported(service, error);
    },
    faults,
  ),
  ...[2, 30].map((batches) =>
    httpCase(
      `failure-list-half-way-${batches}`,
      'D40',
      `A list that fails after ${batches * 100} KB never looks complete.`,
      async (service) => {
        const [id, error] = [await createRecord(service), cause()];
        await service.faults.failList(batches, error);
        const whole = await service.request(ask('GET', '/')).then(
          ({ status }) => status,
          () => undefined,
        );
        if (whole !== undefined)
          throw new ContractError(
            'response',
            'an incomplete response',
            `a whole response with status ${whole}`,
          );
        await expectReported(service, error);
        await expectRecord(service, `/${id}`, first);
        expectEqual('records', (await readList(service)).length, 1);
      },
      faults,
    ),
  ),
  httpCase(
    'failure-list-broken-off',
    'D40',
    'A list that fails midway begins with 200, and its response is cut off.',
    async (service) => {
      await service.faults.failList(30, cause());
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', '/'));
        const { status, headers } = await connection.receiveHead();
        expectEqual('status', status, 200);
        const framed = headers['transfer-encoding'] ?? headers['content-length'];
        expectEqual('framing', framed, ['chunked']);
        const text = new TextDecoder().decode(await connection.closed());
        expectEqual('end of the list', text.endsWith('0\r\n\r\n') || text.includes('disk'), false);
      });
      expectEqual('list', await readList(service), []);
    },
    { needs: ['faults', 'socket'] },
  ),
  httpCase(
    'failure-list-http-1-0',
    'D40',
    'A list that fails midway is cut off by a reset for a client of HTTP/1.0, which takes any other end for the end of the list.',
    async (service) => {
      // Node.js reports a reset as an orderly end when it arrives together with data.
      for (let attempt = 1; ; attempt++) {
        const length = await lengthOfFailedList(service);
        if (length === undefined) return;
        if (attempt === 20) expectEqual('the length of a response that looks whole', length, undefined);
      }
    },
    { needs: ['faults', 'socket'] },
  ),
  httpCase(
    'failure-same-connection',
    'D39',
    'A connection stays usable after a 500.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await service.faults.fail('get', cause());
        for (const status of [500, 200]) {
          await connection.send(rawHead('GET', `/${id}`));
          expectEqual('status', (await connection.receive()).status, status);
        }
      });
    },
    { needs: ['faults', 'socket'] },
  ),
];

/** Resolves to the length of a list that fails midway over HTTP/1.0, and to `undefined` if the connection is reset. */
async function lengthOfFailedList(service: Service): Promise<number | undefined> {
  await service.faults.failList(30, cause());
  let length: number | undefined;
  await onConnection(service, async (connection) => {
    await connection.send('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
    length = await connection.receive().then(
      ({ body }) => body.length,
      () => undefined,
    );
  });
  return length;
}
