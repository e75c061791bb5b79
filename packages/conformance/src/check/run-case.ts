import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { Connection } from '../http/service.ts';
import { TimeOutError } from '../transport/byte-queue.ts';
import type { CheckedServer } from './checked-server.ts';
import type { Violation } from './findings.ts';
import { NotJudgedError } from './not-judged-error.ts';
import type { CaseRecords } from './records/case-records.ts';
import { type GuardedService, guardedService } from './sending/guarded-service.ts';
import { expectReading, expectReadingBytes } from './sending/read-only.ts';
import { Transcript } from './sending/transcript.ts';

/** What came of a case. */
export interface Verdict {
  /** Everything that it found, in order; a violation may be of another clause than its own. */
  readonly violations: readonly Violation[];
  /** Why it did not come to judge its own rule. */
  readonly reason?: string | undefined;
}

/** How one case is run. */
export interface RunCaseOptions {
  readonly server: CheckedServer;
  readonly records: CaseRecords;
  readonly freshId: () => string;
  readonly readOnly: boolean;
  /** Whether violations of a clause are told. */
  readonly isJudged: (clause: string) => boolean;
  /** Takes the connections of the case away. */
  readonly signal?: AbortSignal | undefined;
}

/** How many waits a whole case is given. */
const waits = 12;

/** Runs one case, and removes what it has created. Never rejects. */
export async function runCase(httpCase: HttpCase, options: RunCaseOptions): Promise<Verdict> {
  const { server, records, signal } = options;
  const connections = new CaseConnections(server.connect);
  const transcript = new Transcript();
  const violations: Violation[] = [];
  const find = (error: unknown) => void violations.push({ error, sent: [...transcript.sent] });
  const service = serviceFor(connections, transcript, find, options);
  const limit = setTimeout(() => {
    connections.stop(new TimeOutError(`Waited ${waits * server.bound} ms in vain for the end of the case.`));
  }, waits * server.bound);
  const giveUp = () => connections.stop(new NotJudgedError('The run was ended.'));
  signal?.addEventListener('abort', giveUp);
  try {
    await httpCase.run(service);
    return { violations };
  } catch (thrown) {
    // A reader that loses its connection only knows that it ended.
    const error = connections.reason ?? thrown;
    if (error instanceof NotJudgedError) return { violations, reason: error.message };
    const clause = error instanceof ContractError ? error.clause : undefined;
    if (clause === undefined || options.isJudged(clause)) find(error);
    return { violations, reason: clause && `It came no further than to a violation of ${clause}.` };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', giveUp);
    connections.stop(new Error('The case is over.'));
    await service.settled();
    await records.clean();
  }
}

function serviceFor(
  connections: CaseConnections,
  transcript: Transcript,
  find: (error: unknown) => void,
  { server, records, freshId, readOnly, isJudged }: RunCaseOptions,
): GuardedService {
  return guardedService(connections, {
    allow: async (method, target, request) => {
      if (readOnly) expectReading(method, request);
      await records.allow(method, target);
    },
    allowBytes: (scanned) => {
      if (readOnly) expectReadingBytes(scanned);
    },
    answered: ({ method, target }, { status }) => {
      if (method === 'DELETE' && status >= 200 && status < 300) records.forget(target);
    },
    edits: server.address,
    transcript,
    onViolation: (violation) => {
      if (isJudged(violation.clause ?? '')) find(violation);
    },
    freshId,
  });
}

/** The connections of one case, all of which can be taken away from it. */
export class CaseConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #open: Connection[] = [];
  #reason: Error | undefined;

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /** Why the case has no connections any more. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Opens a connection. Rejects with the reason once the case is to have none. */
  async open(): Promise<Connection> {
    if (this.#reason) throw this.#reason;
    const connection = await this.#connect();
    this.#open.push(connection);
    if (this.#reason) this.stop(this.#reason);
    return connection;
  }

  /** Ends all connections, for the first reason that is given: a reader that waits on one learns that it has ended. */
  stop(reason: Error): void {
    this.#reason ??= reason;
    for (const connection of this.#open.splice(0)) connection.destroy();
  }
}
