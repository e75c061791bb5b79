import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import { TimeoutError } from '../transport/byte-queue.ts';
import type { Ask, CheckedServer } from './checked-server.ts';
import { type Exchange, levelOfViolation } from './levels.ts';
import { NotJudgedError } from './not-judged-error.ts';
import { persistently } from './persistently.ts';
import { CaseRecords } from './records/case-records.ts';
import type { RunRecords } from './records/run-records.ts';
import { CaseConnections, type Sharing } from './sending/case-connections.ts';
import { type GuardedService, guardedService } from './sending/guarded-service.ts';
import { expectReadOnly, expectReadOnlyBytes } from './sending/read-only.ts';
import { Transcript } from './sending/transcript.ts';
import type { Violation } from './violation.ts';

/** The outcome of a case. */
export interface Verdict {
  /** The violations that the case found, in order. They may be of other clauses than its own. */
  readonly violations: readonly Violation[];
  /** Why the case did not judge its own rule, if it did not. */
  readonly reason?: string | undefined;
  /** The largest number of requests that were under way at once. */
  readonly peak: number;
}

/** Options of {@link runCase}. */
export interface RunCaseOptions {
  readonly server: CheckedServer;
  readonly records: RunRecords;
  readonly readOnly: boolean;
  /** Whether violations of a clause are reported; `undefined` is the clause of the case. */
  readonly isJudged: (clause: string | undefined) => boolean;
  /** Whether violations that concern the server beneath the service are reported. */
  readonly isServerJudged: boolean;
  /** Closes the connections of the case, and so ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** The timeout of a whole case, as a multiple of the timeout of one wait. */
const timeoutFactor = 12;

/** Runs one case, and removes the records that it created. Never rejects. */
export async function runCase(
  httpCase: HttpCase,
  options: RunCaseOptions,
  sharing: Sharing,
): Promise<Verdict> {
  const { server, signal } = options;
  const connections = new CaseConnections(server.connect, sharing);
  const ask: Ask = (method, target) =>
    persistently(() => connections.exchange(server.encode(method, target), method));
  const records = new CaseRecords(ask, options.records);
  const transcript = new Transcript();
  const violations: Violation[] = [];
  /** Keeps a violation, and returns whether it counts. */
  const find = (error: unknown, exchange = transcript.lastExchange) => {
    const level = levelOfViolation(httpCase, error, exchange);
    const isCounted = level === 'service' || options.isServerJudged;
    if (isCounted) violations.push({ error, level, sent: [...transcript.sent] });
    return isCounted;
  };
  const verdict = (reason?: string): Verdict => ({ violations, reason, peak: connections.peak });
  const service = serviceFor(connections, records, transcript, find, options);
  const timer = setTimeout(() => {
    connections.stop(
      new TimeoutError(
        `Timed out after ${timeoutFactor * server.timeout} ms waiting for the end of the case.`,
      ),
    );
  }, timeoutFactor * server.timeout);
  const stop = () => connections.stop(new NotJudgedError('The check was stopped.'));
  signal?.addEventListener('abort', stop);
  try {
    await httpCase.run(service);
    return verdict();
  } catch (thrown) {
    // A reader that loses its connection knows only that it ended.
    const error = connections.reason ?? thrown;
    if (error instanceof NotJudgedError) return verdict(error.message);
    const clause = error instanceof ContractError ? error.clause : undefined;
    const isCounted = options.isJudged(clause) && find(error);
    if (!isCounted && clause === undefined) {
      return verdict('The server beneath the service did not pass its request on.');
    }
    return verdict(clause && `It stopped at a violation of ${clause}.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    connections.stop(new Error('The case is over.'));
    await service.settled();
    await records.clean();
    connections.close();
  }
}

function serviceFor(
  connections: CaseConnections,
  caseRecords: CaseRecords,
  transcript: Transcript,
  find: (error: unknown, exchange?: Exchange) => void,
  { server, records, readOnly, isJudged }: RunCaseOptions,
): GuardedService {
  return guardedService(connections, {
    allow: async (method, target, request) => {
      if (readOnly) expectReadOnly(method, request);
      await caseRecords.allow(method, target);
    },
    allowBytes: (scanned) => {
      if (readOnly) expectReadOnlyBytes(scanned);
    },
    onResponse: ({ method, target }, { status }) => {
      if (method === 'DELETE' && status >= 200 && status < 300) caseRecords.forget(target);
    },
    edits: { ...server.address, fields: server.fields },
    transcript,
    onViolation: (violation, exchange) => {
      if (isJudged(violation.clause)) find(violation, exchange);
    },
    freshId: () => records.freshId(),
  });
}
