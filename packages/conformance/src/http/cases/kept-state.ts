import { expectDone } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { bare, createRecord, expectAbsent, expectRecord, first } from '../records.ts';
import { jsonLine, rawHead, rawWrite } from '../requests.ts';
import { type CaseResponse, type Connection, ConnectionEndedError, type Service } from '../service.ts';

/** Every server passes these requests on, so that a service beneath which they fail has kept something. */
const ofService = { needs: ['socket'], level: 'service' } as const;

/** How many clients write at the same time. */
const clients = 8;

/** Requests behind another one on a connection: what of that one must not be kept, and the message of the response. */
const nextRequests: readonly (readonly [
  name: string,
  clause: string,
  what: string,
  nextOne: (target: string) => string,
  message?: string,
])[] = [
  ['body', 'SPEC 4.4', 'The body', (target) => rawWrite('POST', target, first)],
  ['no-body', 'SPEC 4.5.3', 'A body', (target) => rawWrite('POST', target, ''), messages.bodyMissing],
  [
    'type',
    'SPEC 4.5.1',
    'The content type',
    (target) => rawHead('POST', target, `Content-Length: ${first.length}`) + first,
    messages.contentType,
  ],
];

/** Services keep nothing of a request for the next one, or for another under way (SPEC section 1). */
export const keptState: readonly HttpCase[] = [
  ...nextRequests.map(([name, clause, what, nextOne, message]) =>
    httpCase(
      `${name}-next-on-connection`,
      clause,
      `${what} of a request is not kept for the next one on its connection.`,
      async (service) => {
        const [id, next] = [service.freshId(), service.freshId()];
        const client = new KeptConnection(service);
        try {
          expectDone(await client.exchange(rawWrite('POST', `/${id}`, bare)));
          const response = await client.exchange(nextOne(`/${next}`));
          if (message === undefined) expectDone(response);
          else expectProblem(response, 400, message);
        } finally {
          client.destroy();
        }
        await expectRecord(service, `/${id}`, bare);
        if (message === undefined) await expectRecord(service, `/${next}`, first);
        else await expectAbsent(service, next);
      },
      ofService,
    ),
  ),
  ...['POST', 'PUT'].map((method) =>
    httpCase(
      `check-interleaved-${method.toLowerCase()}`,
      'D42',
      `Each ${method} is carried out as it was sent, also where others come between its head and its body.`,
      async (service) => {
        // Before the connections: a server of one thread waits for what the first of them sends.
        const ids: string[] = [];
        while (ids.length < clients)
          ids.push(method === 'PUT' ? await createRecord(service) : service.freshId());
        const writes: { id: string; body: string; connection: Connection }[] = [];
        try {
          for (const [index, id] of ids.entries()) {
            const coordinates = { latitude: index + 1, longitude: -1 - index };
            const body = JSON.stringify({ description: id, coordinates });
            writes.push({ id, body, connection: await service.connect() });
          }
          for (const { id, body, connection } of writes) {
            await connection.send(
              rawHead(method, `/${id}`, jsonLine, `Content-Length: ${body.length}`, 'Connection: close'),
            );
          }
          for (const { body, connection } of writes) await connection.send(body);
          for (const { connection } of writes) {
            expectDone(await connection.receive());
            connection.destroy();
          }
        } finally {
          for (const { connection } of writes) connection.destroy();
        }
        for (const { id, body } of writes) await expectRecord(service, `/${id}`, body);
      },
      ofService,
    ),
  ),
];

/** A connection that is opened again where the server closes it after a response, as it may. */
class KeptConnection {
  readonly #service: Service;
  #connection: Connection | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  async exchange(request: string): Promise<CaseResponse> {
    if (this.#connection) {
      try {
        await this.#connection.send(request);
        return await this.#connection.receive();
      } catch (error) {
        if (!(error instanceof ConnectionEndedError)) throw error;
        this.destroy();
      }
    }
    this.#connection = await this.#service.connect();
    await this.#connection.send(request);
    return this.#connection.receive();
  }

  destroy(): void {
    this.#connection?.destroy();
  }
}
