import type { HttpCase } from '../http/http-case.ts';
import type { AnswerMatter } from '../http/matters.ts';
import { NotJudgedError } from '../http/not-judged-error.ts';
import type { Connection } from '../http/service.ts';
import { TimeOutError } from '../transport/byte-queue.ts';
import type { CheckedServer } from './checked-server.ts';
import type { CaseRecords } from './records/case-records.ts';
import { type GuardedService, guardedService } from './sending/guarded-service.ts';
import { expectReading, expectReadingBytes } from './sending/read-only.ts';
import { type Sent, Transcript } from './sending/transcript.ts';

/** What came of a case: it passed, it failed with an error, or it could not be judged. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly sent: readonly Sent[] }
  | { readonly kind: 'left-out'; readonly reason: string };

/** How one case is run. */
export interface RunCaseOptions {
  readonly server: CheckedServer;
  readonly records: CaseRecords;
  readonly freshId: () => string;
  readonly readOnly: boolean;
  /** What the case leaves aside. */
  readonly aside: ReadonlySet<AnswerMatter>;
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
  const service = serviceFor(connections, transcript, options);
  const limit = setTimeout(() => {
    connections.stop(new TimeOutError(`Waited ${waits * server.bound} ms in vain for the end of the case.`));
  }, waits * server.bound);
  const giveUp = () => connections.stop(new NotJudgedError('The run was ended.'));
  signal?.addEventListener('abort', giveUp);
  try {
    await httpCase.run(service);
    return { kind: 'passed' };
  } catch (thrown) {
    // Whoever loses a connection only knows that it ended.
    const error = connections.reason ?? thrown;
    if (error instanceof NotJudgedError) return { kind: 'left-out', reason: error.message };
    return { kind: 'failed', error, sent: transcript.sent };
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
  { server, records, freshId, readOnly, aside }: RunCaseOptions,
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
    aside,
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

  /** Ends all connections, for the first reason that is given: whoever waits on one learns that it has ended. */
  stop(reason: Error): void {
    this.#reason ??= reason;
    for (const connection of this.#open.splice(0)) connection.destroy();
  }
}
