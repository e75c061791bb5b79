import { expectEqual } from '../../contract-error.ts';
import { expectProblem } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { onConnection } from '../requests.ts';
import type { CaseResponse, Connection } from '../service.ts';

/** What these cases need. */
export const server = { needs: ['socket', 'server'] } as const;

/** Answered as below the service: an Error object, and the connection is closed. */
export async function expectRefused(
  connection: Connection,
  status: number,
  message: string,
): Promise<CaseResponse> {
  const response = await connection.receive();
  expectProblem(response, status, message);
  expectEqual(
    'Connection',
    response.headers.connection?.map((value) => value.toLowerCase()),
    ['close'],
  );
  expectEqual('bytes after the response', (await connection.closed()).length, 0);
  return response;
}

/** The head of a request of these lines and no others. */
export function request(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

/** The server refuses what is sent, as below the service. */
export function refusedByServer(
  id: string,
  clause: string,
  what: string,
  sent: string | Uint8Array,
  status: number,
  message: string,
): HttpCase {
  const title = `The server answers ${what} with ${status} and an Error object, and closes the connection.`;
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
