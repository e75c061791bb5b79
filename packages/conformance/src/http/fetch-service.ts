import { createFreshIds } from './fresh-ids.ts';
import { requireFaults } from './require-faults.ts';
import type { CaseRequest, CaseResponse, Connection, Faults, Service } from './service.ts';

/**
 * The service of a fetch handler in this process, for cases that need no socket. A case that sends what a `Request`
 * cannot hold rejects with what its constructor throws. Give it the `faults` of the handler's store where there are
 * some.
 */
export function fetchService(
  fetch: (request: Request) => Promise<Response> | Response,
  faults?: Faults,
): Service {
  return {
    request: async (request) => readResponse(await fetch(toRequest(request))),
    freshId: createFreshIds(),
    connect: async (): Promise<Connection> => {
      throw new Error('A fetch handler in this process has no connections.');
    },
    get faults() {
      return requireFaults(faults);
    },
  };
}

function toRequest({ method, target, headers = [], body }: CaseRequest): Request {
  const url = target.startsWith('/') ? `http://localhost${target}` : new URL(target, 'http://localhost');
  const lines = headers.map(([name, value]): [string, string] => [name, value]);
  return new Request(url, { method, headers: lines, ...(body !== undefined && { body }) });
}

async function readResponse(response: Response): Promise<CaseResponse> {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of response.headers) headers[name.toLowerCase()] = [value];
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}
