import { ContractError, expectEqual } from '../../contract-error.ts';
import { expectSuccess } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, readList, second } from '../records.ts';
import { ask, onConnection, rawHead, send } from '../requests.ts';
import { plain } from '../rows.ts';
import type { CaseRequest, Service } from '../service.ts';

const cause = () => new Error('the disk of the store is gone');
const faults = { needs: ['faults'], presupposes: [plain.creates] } as const;
const failing = { needs: ['faults', 'socket'], presupposes: ['failure-list-half-way'] } as const;

/** A call of the store that fails, and the request that makes it. */
const calls: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  method: Parameters<Service['faults']['fail']>[0],
  request: (id: string) => CaseRequest,
])[] = [
  ['get', 'SPEC 7', 'A GET of a record', 'get', (id) => ask('GET', `/${id}`)],
  ['post', 'SPEC 7', 'A POST', 'put', (id) => send('POST', `/${id}`, second)],
  ['put', 'SPEC 7', 'A PUT', 'replace', (id) => send('PUT', `/${id}`, second)],
  ['put-invalid', 'SPEC 7', 'A PUT of invalid JSON', 'get', (id) => send('PUT', `/${id}`, '{')],
  ['delete', 'D39', 'A DELETE', 'delete', (id) => ask('DELETE', `/${id}`)],
];

/** Expects `onError` to have been called once, with this error. */
async function expectReported(service: Service, error: Error): Promise<void> {
  const reported = await service.faults.reportedErrors();
  expectEqual('number of errors reported', reported.length, 1);
  expectEqual('the error reported is the cause', reported[0] === error, true);
}

/**
 * Resolves to the length of a list that fails midway over HTTP/1.0; `undefined` if the connection is reset.
 */
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

/** SPEC section 7, D39 and D40: failures of the store. */
export const failures: readonly HttpCase[] = [
  ...calls.map(([name, clause, rule, method, request]) =>
    httpCase(
      `failure-${name}`,
      clause,
      `${rule} is 500 when the store fails, reports the cause once, does not send it, and changes nothing.`,
      async (service) => {
        const [id, error] = [await createRecord(service), cause()];
        await service.faults.fail(method, error);
        const response = await service.request(request(id));
        expectProblem(response, 500, messages.internalError);
        const isSent = JSON.stringify(response.headers).includes('disk');
        expectEqual('whether the cause is in the response', isSent, false);
        await expectRecord(service, `/${id}`, first);
        expectSuccess(await service.request(ask('DELETE', `/${id}`)));
        await expectAbsent(service, `/${id}`);
        await expectReported(service, error);
      },
      faults,
    ),
  ),
  httpCase(
    'failure-head',
    'D39',
    'HEAD is 500 without a body when the store fails.',
    async (service) => {
      const id = await createRecord(service);
      await service.faults.fail('get', cause());
      const { status, body } = await service.request(ask('HEAD', `/${id}`));
      expectEqual('status and length', [status, body.length], [500, 0]);
    },
    faults,
  ),
  httpCase(
    'failure-refusals-ask-nothing',
    'SPEC 4.5',
    'A write that an earlier check refuses does not call the store.',
    async (service) => {
      const id = await createRecord(service);
      for (const method of ['get', 'put', 'replace', 'delete'] as const)
        await service.faults.fail(method, cause());
      for (const request of [
        send('PUT', `/${id}`, first, []),
        send('PUT', '/', first),
        send('PUT', `/${id}`, ''),
        send('POST', `/${id}`, '{'),
        ask('DELETE', '/'),
      ]) {
        expectEqual('status', (await service.request(request)).status, 400);
      }
      expectEqual('number of errors reported', (await service.faults.reportedErrors()).length, 0);
    },
    faults,
  ),
  httpCase(
    'failure-list-first',
    'D40',
    'A list that fails before its first batch is 500, for HEAD too.',
    async (service) => {
      const error = cause();
      await service.faults.failList(0, error);
      expectProblem(await service.request(ask('GET', '/')), 500, messages.internalError);
      await expectReported(service, error);
      await service.faults.failList(0, error);
      expectEqual('status', (await service.request(ask('HEAD', '/'))).status, 500);
      expectEqual('list', await readList(service), []);
    },
    { needs: ['faults'] },
  ),
  httpCase(
    'failure-list-half-way',
    'D40',
    'A list that fails midway never looks complete.',
    async (service) => {
      for (const batches of [2, 30]) {
        await service.faults.failList(batches, cause());
        const response = await service.request(ask('GET', '/')).catch(() => undefined);
        if (response === undefined) continue;
        throw new ContractError('response', 'an incomplete response', `a whole one with ${response.status}`);
      }
      expectEqual('number of errors reported', (await service.faults.reportedErrors()).length, 2);
      expectEqual('list', await readList(service), []);
    },
    { needs: ['faults'] },
  ),
  httpCase(
    'failure-list-broken-off',
    'D40',
    'A list that fails midway begins with 200, and is cut off before its last chunk.',
    async (service) => {
      await service.faults.failList(30, cause());
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', '/'));
        expectEqual('status', (await connection.receiveHead()).status, 200);
        const text = new TextDecoder().decode(await connection.closed());
        expectEqual('end of the list', text.endsWith('0\r\n\r\n') || text.includes('disk'), false);
      });
    },
    failing,
  ),
  httpCase(
    'failure-list-http-1-0',
    'D40',
    'A list that fails midway is reset for a client of HTTP/1.0, which takes any other end for the end of the list.',
    async (service) => {
      // Node.js reports a reset as an orderly end when it arrives together with data.
      for (let attempt = 1; ; attempt++) {
        const length = await lengthOfFailedList(service);
        if (length === undefined) return;
        if (attempt === 20) expectEqual('the length of a response that looks whole', length, undefined);
      }
    },
    failing,
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
    { needs: ['faults', 'socket'], presupposes: ['failure-get', plain.creates, 'connection-kept'] },
  ),
];
