import type { Handler, LocationRequest, LocationResponse, RequestHeaders } from '@location-records/core';
import { createFreshIds } from './fresh-ids.ts';
import { requireFaults } from './require-faults.ts';
import type { CaseRequest, CaseResponse, Connection, Faults, Service } from './service.ts';

/**
 * The service of a handler in this process, for cases that need no socket. Give it the `faults` of the
 * handler's store where there are some.
 */
export function handlerService(handle: Handler, faults?: Faults): Service {
  return {
    request: async (request) => readResponse(await handle(toLocationRequest(request))),
    freshId: createFreshIds(),
    connect: async (): Promise<Connection> => {
      throw new Error('A handler in this process has no connections.');
    },
    get faults() {
      return requireFaults(faults);
    },
  };
}

function toLocationRequest({ method, target, headers = [], body = '' }: CaseRequest): LocationRequest {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    method,
    target,
    headers: byName(headers),
    body: async (maxBytes) => bytes.slice(0, maxBytes),
  };
}

async function readResponse({ status, headers, body }: LocationResponse): Promise<CaseResponse> {
  let text = '';
  if (typeof body === 'string') text = body;
  else for await (const piece of body) text += piece;
  return { status, headers: byName(Object.entries(headers)), body: new TextEncoder().encode(text) };
}

function byName(lines: Iterable<readonly [name: string, value: string]>): RequestHeaders {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    fields[key] = [...(fields[key] ?? []), value];
  }
  return fields;
}
