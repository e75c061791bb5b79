import type { ContractError } from '../../contract-error.ts';
import { requireFaults } from '../../http/in-process.ts';
import type { CaseRequest, CaseResponse, CaseResponseHead, Connection, Service } from '../../http/service.ts';
import { encodeRequest, exchange } from '../../transport/socket-service.ts';
import { underBasePath } from '../records/targets.ts';
import type { CaseConnections } from '../run-case.ts';
import { RequestScanner, type ScanEdits, type Scanned } from './request-scanner.ts';
import type { Transcript } from './transcript.ts';

/** What stands between a case and the server. */
export interface GuardOptions {
  /** Awaited before a request is sent; rejects when it must not be. Targets are as the case has them. */
  readonly allow: (method: string, target: string, request?: CaseRequest) => Promise<void>;
  /** Called before bytes are sent on a connection of the case's own; throws when they must not be. */
  readonly allowBytes: (scanned: Scanned) => void;
  /** Told of every request that was answered. */
  readonly answered: (request: CaseRequest, response: CaseResponse) => void;
  readonly edits: ScanEdits;
  readonly transcript: Transcript;
  /** Told of violations that let the case go on. */
  readonly onViolation: (violation: ContractError) => void;
  readonly freshId: () => string;
}

/** A service as a case sees it. */
export interface GuardedService extends Service {
  /** Resolves when no request is under way any more. */
  settled(): Promise<void>;
}

/** The server as one case sees it: below its base path, and no further than the guard lets it. */
export function guardedService(connections: CaseConnections, options: GuardOptions): GuardedService {
  const { edits, transcript, onViolation } = options;
  const underWay = new Set<Promise<CaseResponse>>();

  async function send(request: CaseRequest): Promise<CaseResponse> {
    const moved = { ...request, target: underBasePath(edits.basePath, request.target) };
    await options.allow(request.method, request.target, request);
    transcript.request(moved);
    const bytes = encodeRequest(edits.authority, moved);
    const response = await exchange(() => connections.open(), bytes, request.method);
    options.answered(request, response);
    return { ...response, onViolation };
  }

  return {
    request(request) {
      const answer = send(request);
      underWay.add(answer);
      const forget = () => underWay.delete(answer);
      // A case that has failed before does not look at the response any more.
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

/** A connection that lets only pass what the check may send, and takes it down. */
export function guardedConnection(
  connection: Connection,
  { allow, allowBytes, edits, transcript, onViolation }: GuardOptions,
): Connection {
  const scanner = new RequestScanner(edits);
  const note = transcript.connection();
  const judged = <Head extends CaseResponseHead>(head: Head): Head => ({ ...head, onViolation });
  return {
    async send(sent) {
      const scanned = scanner.scan(sent);
      allowBytes(scanned);
      for (const { method, target } of scanned.begun) {
        underBasePath(edits.basePath, target);
        await allow(method, target);
      }
      note({ bytes: scanned.bytes });
      return connection.send(scanned.bytes);
    },
    receive(method) {
      note('wait');
      const response = connection.receive(method).then(judged);
      // A case that has failed before does not look at the response any more.
      response.catch(() => {});
      return response;
    },
    receiveHead() {
      note('wait');
      return connection.receiveHead().then(judged);
    },
    receiveBody: (head, method) => connection.receiveBody(head, method),
    closed: () => connection.closed(),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    end() {
      note('end');
      connection.end();
    },
    destroy: () => connection.destroy(),
  };
}
