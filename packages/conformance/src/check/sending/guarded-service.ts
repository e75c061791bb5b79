import { requireFaults } from '../../http/require-faults.ts';
import type { CaseRequest, CaseResponse, Service } from '../../http/service.ts';
import { encodeRequest } from '../../transport/encode-request.ts';
import { exchange } from '../../transport/exchange.ts';
import type { CaseConnections } from './case-connections.ts';
import type { GuardOptions } from './guard-options.ts';
import { guardedConnection } from './guarded-connection.ts';
import { underBasePath } from './under-base-path.ts';

/** A service as a case sees it. */
export interface GuardedService extends Service {
  /** Resolves when no request is under way any more. */
  settled(): Promise<void>;
}

/** The server as one case sees it: below its base path, and no further than the guard lets it. */
export function guardedService(connections: CaseConnections, options: GuardOptions): GuardedService {
  const { edits, transcript, aside } = options;
  const underWay = new Set<Promise<CaseResponse>>();

  async function send(request: CaseRequest): Promise<CaseResponse> {
    const moved = { ...request, target: underBasePath(edits.basePath, request.target) };
    await options.allow(request.method, request.target, request);
    transcript.request(moved);
    const bytes = encodeRequest(edits.authority, moved);
    const response = await exchange(() => connections.open(), bytes, request.method);
    options.answered(request, response);
    return { ...response, aside };
  }

  return {
    request(request) {
      const answer = send(request);
      underWay.add(answer);
      const forget = () => underWay.delete(answer);
      // A case that has failed before does not look at the answer any more.
      answer.then(forget, forget);
      return answer;
    },
    freshId: options.freshId,
    connect: async () => guardedConnection(await connections.open(), options),
    get faults() {
      return requireFaults(undefined);
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}
