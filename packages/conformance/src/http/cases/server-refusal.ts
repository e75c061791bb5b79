import { expectEqual } from '../../contract-error.ts';
import { expectProblem } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { onConnection } from '../requests.ts';
import { type CaseResponse, type Connection, ConnectionEndedError } from '../service.ts';

/** The needs of these cases. */
export const server = { needs: ['socket', 'server'] } as const;

/** The server sends a protocol error: an Error object, and then it closes the connection. */
export async function expectRefused(
  connection: Connection,
  status: number,
  message: string,
): Promise<CaseResponse> {
  const response = await connection.receive();
  await expectRefusal(connection, response, status, message);
  return response;
}

/** The response that was read last is a protocol error, and then the server closes the connection. */
export async function expectRefusal(
  connection: Connection,
  response: CaseResponse,
  status: number,
  message: string,
): Promise<void> {
  expectProblem(response, status, message);
  expectEqual(
    'Connection',
    response.headers.connection?.map((value) => value.toLowerCase()),
    ['close'],
  );
  await expectLastResponse(connection);
}

/** The server closes the connection without another response. */
export async function expectLastResponse(connection: Connection): Promise<void> {
  expectEqual('bytes after the response', (await connection.closed()).length, 0);
}

/**
 * The server ends the connection on malformed bytes: after the responses to the requests before them or without some,
 * and with 400 or without. Its parser refuses the bytes before it calls anyone, so its own way of closing is enough. Resolves to
 * the number of `responses` that came.
 */
export async function expectEnd(
  connection: Connection,
  ...responses: readonly ((response: CaseResponse) => void)[]
): Promise<number> {
  let count = 0;
  for (const expect of [...responses, expectBadRequest]) {
    const response = await connection.receive().catch((error: unknown) => {
      if (error instanceof ConnectionEndedError) return undefined;
      throw error;
    });
    if (response === undefined) return count;
    if (response.status === 400) break;
    expect(response);
    count++;
  }
  await expectLastResponse(connection);
  return count;
}

function expectBadRequest({ status }: CaseResponse): void {
  expectEqual('status', status, 400);
}

/** The head of a request with exactly these lines. */
export function request(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

/** A case in which the server responds with a protocol error. */
export function refusedByServer(
  id: string,
  clause: string,
  what: string,
  sent: string | Uint8Array,
  status: number,
  message: string,
): HttpCase {
  const title = `The server responds to ${what} with ${status} and an Error object, and closes the connection.`;
  return httpCase(
    id,
    clause,
    title,
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(sent);
        await expectRefused(connection, status, message);
      }),
    server,
  );
}
