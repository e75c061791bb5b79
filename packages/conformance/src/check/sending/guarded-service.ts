import type { ContractError } from '../../contract-error.ts';
import { requireFaults } from '../../http/in-process.ts';
import type { CaseRequest, CaseResponse, CaseResponseHead, Connection, Service } from '../../http/service.ts';
import { encodeRequest } from '../../transport/socket-service.ts';
import type { Exchange } from '../levels.ts';
import { underBasePath } from '../records/targets.ts';
import type { CaseConnections } from './case-connections.ts';
import { RequestScanner, type ScanEdits, type Scanned } from './request-scanner.ts';
import type { Transcript } from './transcript.ts';

/** What a guarded service checks, changes and records. */
interface GuardOptions {
  /**
   * Awaited before a request is sent. Rejects when the request must not be sent. The target is without the base path.
   */
  readonly allow: (method: string, target: string, request?: CaseRequest) => Promise<void>;
  /** Called before bytes are sent on a connection of the case. Throws when they must not be sent. */
  readonly allowBytes: (scanned: Scanned) => void;
  /** Called after every response to a request. */
  readonly onResponse: (request: CaseRequest, response: CaseResponse) => void;
  readonly edits: ScanEdits;
  readonly transcript: Transcript;
  /** Called with violations after which the case goes on, and with the response that broke the rule. */
  readonly onViolation: (violation: ContractError, exchange?: Exchange) => void;
  readonly freshId: () => string;
}

/** A service for one case. */
export interface GuardedService extends Service {
  /** Resolves when no request is under way. */
  settled(): Promise<void>;
}

/** The server for one case. Targets are moved below the base path, and `options` decide which requests are sent. */
export function guardedService(connections: CaseConnections, options: GuardOptions): GuardedService {
  const { edits, transcript, onViolation } = options;
  const underWay = new Set<Promise<CaseResponse>>();

  async function send(request: CaseRequest, isBeside: boolean): Promise<CaseResponse> {
    const headers = [...edits.fields, ...(request.headers ?? [])];
    const moved = { ...request, headers, target: underBasePath(edits.basePath, request.target) };
    await options.allow(request.method, request.target, request);
    if (connections.reason) throw connections.reason;
    transcript.request(moved, isBeside);
    const bytes = encodeRequest(edits.authority, moved);
    const response = await connections.exchange(bytes, request.method);
    options.onResponse(request, response);
    transcript.lastExchange = { request, response };
    return {
      ...response,
      onViolation: (violation) => onViolation(violation, { request, response }),
    };
  }

  return {
    request(request) {
      const response = send(request, underWay.size > 0);
      underWay.add(response);
      const forget = () => underWay.delete(response);
      // A case that has already failed does not handle a rejection.
      response.then(forget, forget);
      return response;
    },
    freshId: options.freshId,
    connect: async () => guardedConnection(await connections.open(), options),
    get faults() {
      return requireFaults(undefined);
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}

/** A connection that sends only what `options` allow, and records what it sends. */
function guardedConnection(
  connection: Connection,
  { allow, allowBytes, edits, transcript, onViolation }: GuardOptions,
): Connection {
  const scanner = new RequestScanner(edits);
  const record = transcript.connection();
  const judged = <Head extends CaseResponseHead>(head: Head): Head => {
    return { ...head, onViolation: (violation: ContractError) => onViolation(violation) };
  };
  return {
    async send(sent) {
      const scanned = scanner.scan(sent);
      allowBytes(scanned);
      for (const { method, target } of scanned.begun) {
        underBasePath(edits.basePath, target);
        await allow(method, target);
      }
      record({ bytes: scanned.shown });
      return connection.send(scanned.bytes);
    },
    receive(method) {
      record('wait');
      const response = connection.receive(method).then(judged);
      // A case that has already failed does not handle a rejection.
      response.catch(() => {});
      return response;
    },
    receiveHead() {
      record('wait');
      return connection.receiveHead().then(judged);
    },
    receiveBody: (head, method) => connection.receiveBody(head, method),
    closed: () => connection.closed(),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    end() {
      record('end');
      connection.end();
    },
    destroy: () => connection.destroy(),
  };
}
