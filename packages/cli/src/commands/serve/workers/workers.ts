import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../../errors.ts';
import type { Io } from '../../../io.ts';
import { accessWarnings } from '../../../operations/access-warnings.ts';
import { inheritedSocket } from '../../../operations/inherited-socket.ts';
import { type Bound, listenAt } from '../../../operations/listen.ts';
import { reloadsOnHangup } from '../../../operations/reload.ts';
import type { WorkersMetrics } from '../../../operations/workers-metrics.ts';
import { describeError } from '../../../output/describe-error.ts';
import { describeStore, openStore } from '../../../store-urls/store-urls.ts';
import { errorEvent, type Report } from '../log-lines.ts';
import { readMapStyle, reportOpening, workerMark } from '../open-stored.ts';
import type { ServeOptions } from '../serve-options.ts';
import { serveUntilStopped } from '../serve-until-stopped.ts';
import type { RunningServer, StartOptions } from '../start-server.ts';
import type { PrimaryMessage, WorkerMessage } from './worker.ts';

/** How many workers may end in a row before any has served. */
const maxFutile = 5;

/** The first and the longest pause before a worker that never served is replaced, in milliseconds. */
const [firstPause, longestPause] = [100, 10_000];

/**
 * How long a worker may take to close its store, in milliseconds. A call of a store takes up to 5 seconds.
 */
const closeTimeout = 6000;

/**
 * Serves the records of a store with several processes until a signal. This one, the primary, starts the
 * others with its own command line. Resolves to the exit code of `serveUntilStopped`.
 *
 * @param program the file that the workers run.
 * @throws {StartError} when it cannot start, or the workers keep ending, and every exception that is not
 * caught meanwhile.
 */
export function serveWithWorkers(options: ServeOptions, io: Io, program: string): Promise<number> {
  const { store, workers, readOnly, tokenFile } = options;
  const start = async (started: StartOptions): Promise<RunningServer> => {
    const { address: bound } = await prepare(options, started, inheritedSocket(io.env));
    // The last value of an option counts.
    const own = bound === undefined ? [] : ['--port', String(bound.port), '--host', bound.address];
    const args = [...process.argv.slice(2), ...own];
    cluster.setupPrimary({ exec: program, args });
    const pool = new WorkerPool(workers, started.report, await metricsOf(options));
    const broken = new Promise<never>((_, reject) => pool.on('error', reject));
    broken.catch(() => {});
    try {
      started.onReload?.(() => pool.reload());
      const [{ url, socket, admin, hasAreas }] = await once(pool, 'serving', { signal: started.signal });
      // The workers get a second signal themselves.
      return {
        url,
        socket,
        admin,
        hasDoor: true,
        hasAreas,
        drain: () => pool.drain(),
        close: (timeout) => pool.close(timeout),
        cut: async () => {},
        broken,
      };
    } catch (error) {
      await pool.close(0);
      throw error;
    }
  };
  const reloads = reloadsOnHangup(options);
  const needsToken = tokenFile !== undefined;
  const warnings = (url: string) => accessWarnings(url, options);
  const served = { records: describeStore(store), workers, readOnly, needsToken, warnings, reloads, start };
  return serveUntilStopped(options, served, io);
}

/** Returns what sums the metrics of the workers, if they are wanted. */
async function metricsOf({ metrics }: ServeOptions): Promise<WorkersMetrics | undefined> {
  if (!metrics) return undefined;
  const { WorkersMetrics } = await import('../../../operations/workers-metrics.ts');
  return new WorkersMetrics();
}

/**
 * Creates what is missing in the store, so that no worker has to and a fault is reported once. Resolves to
 * where to listen, which is bound meanwhile: a command that cannot get its port creates nothing.
 */
async function prepare(
  { port, host, socket, store, readOnly, areas, mapStyle, tokenFile, metrics }: ServeOptions,
  { signal, report }: StartOptions,
  inherited: number | undefined,
): Promise<Partial<Bound>> {
  const held = createServer((connection) => connection.destroy());
  // Connections to a socket of systemd wait for the workers.
  const target = socket === undefined ? { port, host } : { path: socket };
  const bound = inherited === undefined ? await listenAt(held, target, { signal }) : {};
  try {
    if (mapStyle !== undefined) await readMapStyle(mapStyle);
    if (tokenFile !== undefined) await (await import('../../../operations/tokens.ts')).readTokens(tokenFile);
    if (metrics) await (await import('../../../operations/metrics.ts')).loadPromClient();
    const { onIndexing, onWarning } = reportOpening(report);
    const opened = await openStore(store, { signal, readOnly, areas, onIndexing, onWarning });
    await opened.close();
    signal?.throwIfAborted();
    return bound;
  } finally {
    await new Promise((resolve) => held.close(resolve));
  }
}

type ServingMessage = Extract<WorkerMessage, { readonly kind: 'serving' }>;

/** A worker, as the primary knows it. */
interface Member {
  readonly worker: Worker;
  /** Resolves when the process has ended, and all its messages have come. */
  readonly ended: Promise<void>;
  isServing: boolean;
  /** Why it cannot serve, in its own words. */
  failure?: string;
  requestsCut?: number;
}

/**
 * Processes that serve on one port. One that ends is replaced. Emits `serving` with the message
 * of a worker when all serve for the first time, and `error` when the workers cannot serve.
 */
class WorkerPool extends EventEmitter<{ serving: [message: ServingMessage]; error: [error: Error] }> {
  readonly #count: number;
  readonly #report: Report;
  readonly #metrics: WorkersMetrics | undefined;
  readonly #members = new Set<Member>();
  readonly #stopping = new AbortController();
  #hasStarted = false;
  /** How many workers have ended in a row before any has served. */
  #futile = 0;

  constructor(count: number, report: Report, metrics?: WorkersMetrics) {
    super();
    this.#count = count;
    this.#report = report;
    this.#metrics = metrics;
    // A worker notices that this process has ended, unless it is stuck.
    process.once('exit', this.#killAll);
    for (let started = 0; started < count; started++) this.#fork();
  }

  /** Asks the workers to read their files again. One that starts meanwhile reads them anyway. */
  reload(): void {
    for (const { worker } of this.#members) this.#send(worker, 'reload');
  }

  /** Tells load balancers that the service will stop. */
  drain(): void {
    for (const { worker } of this.#members) this.#send(worker, 'drain');
  }

  /**
   * Lets active requests finish for up to `timeout` milliseconds. Resolves, when all workers have ended, to
   * how many requests were cut.
   */
  async close(timeout: number): Promise<number> {
    this.#stopping.abort();
    const cut = await Promise.all([...this.#members].map((member) => this.#stop(member, timeout)));
    process.off('exit', this.#killAll);
    return cut.reduce((total, number) => total + number, 0);
  }

  readonly #killAll = () => {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  };

  async #stop(member: Member, timeout: number): Promise<number> {
    const { worker, isServing, ended } = member;
    const kill = () => worker.process.kill('SIGKILL');
    // A worker that does not serve yet has nothing to finish.
    if (!isServing) kill();
    else this.#send(worker, 'stop');
    const limit = setTimeout(() => {
      const problem = `Worker ${worker.process.pid} did not end in time and was killed; requests may be cut off.`;
      this.#report(errorEvent(new Error(problem)));
      kill();
    }, timeout + closeTimeout);
    await ended;
    clearTimeout(limit);
    return member.requestsCut ?? (isServing ? 1 : 0);
  }

  /** A worker that has just ended accepts no message. */
  #send(worker: Worker, message: PrimaryMessage): void {
    if (worker.isConnected()) worker.send(message, () => {});
  }

  #fork(): void {
    const worker = cluster.fork({ [workerMark]: 'true' });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const member: Member = { worker, ended, isServing: false };
    this.#members.add(member);
    worker.on('message', (message: WorkerMessage) => this.#take(member, message));
    worker.on('error', (error) => {
      // Other errors are of messages to a process that ends.
      if (worker.process.pid !== undefined) return;
      member.failure = `A worker cannot be created (${describeError(error)}); use fewer with --workers, or allow more processes.`;
      end();
    });
    // After its last messages, unlike `exit`.
    worker.process.once('close', end);
    void ended.then(() => this.#lose(member));
  }

  #take(member: Member, message: WorkerMessage): void {
    if (message.kind === 'failed') member.failure = message.message;
    if (message.kind === 'stopped') member.requestsCut = message.requestsCut;
    if (message.kind === 'snapshot') this.#metrics?.take(member.worker, message.snapshot);
    if (message.kind === 'gather') void this.#giveMetrics(member.worker);
    if (message.kind !== 'serving') return;
    member.isServing = true;
    this.#futile = 0;
    if (this.#serving < this.#count) return;
    this.#hasStarted = true;
    this.emit('serving', message);
  }

  /** Gives a worker the metrics of all that serve. */
  async #giveMetrics(worker: Worker): Promise<void> {
    const serving = [...this.#members].filter(({ isServing }) => isServing);
    const workers = serving.map((member) => member.worker);
    const metrics = await this.#metrics?.gather(workers, (asked) => this.#send(asked, 'snapshot'));
    if (metrics !== undefined) this.#send(worker, { metrics });
  }

  /** Replaces a worker that has ended, unless that is hopeless. */
  async #lose(member: Member): Promise<void> {
    this.#members.delete(member);
    const { worker, isServing, failure } = member;
    this.#metrics?.end(worker);
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    if (!isServing) this.#futile++;
    const { pid, exitCode, signalCode } = worker.process;
    if (this.#isHopeless(failure)) {
      const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
      this.emit(
        'error',
        new StartError(failure ?? `The workers end before they serve, the last one with ${how}.`),
      );
      return;
    }
    const afterMs = isServing ? 0 : Math.min(firstPause * 2 ** (this.#futile - 1), longestPause);
    this.#report({ event: 'replacing', pid, exitCode, signal: signalCode, error: failure, afterMs });
    await pause(afterMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) this.#fork();
  }

  get #serving(): number {
    return [...this.#members].filter(({ isServing }) => isServing).length;
  }

  /**
   * Whether the service cannot start, or has no worker left and gets none. While another worker serves, one
   * that ends is replaced as long as it takes: its store may come back.
   */
  #isHopeless(failure: string | undefined): boolean {
    if (!this.#hasStarted && failure !== undefined) return true;
    return this.#futile >= maxFutile && this.#serving === 0;
  }
}
