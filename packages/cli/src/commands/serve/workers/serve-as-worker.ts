import type { Worker } from 'node:cluster';
import { describeFailure } from '../../../failure.ts';
import type { Io } from '../../../io.ts';
import { exitCodeOf } from '../../../stop-signals.ts';
import { listenForUncaught } from '../../../until-stopped.ts';
import { openStored } from '../open-stored.ts';
import type { ServeOptions } from '../serve-command.ts';
import { createOutput, type ServeOutput, writeLog } from '../serve-output.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import type { StartOrder, WorkerMessage, WorkerOrder } from './messages.ts';

/**
 * How long a worker waits for an order of the primary after a SIGTERM, in milliseconds. A supervisor such as systemd sends
 * the signal to all processes, and the primary then decides. First it counts requests, for up to a second.
 */
const orderTimeout = 2000;

/** How a worker ends. */
interface Ending {
  /** How long active requests may take, in milliseconds. */
  readonly timeout: number;
  readonly exitCode: number;
}

/**
 * Serves as one of several processes, until the primary gives the order to stop. Resolves to the exit code. Without a
 * primary the process ends at once: node:cluster sees to that.
 *
 * @throws every exception that is not caught meanwhile.
 */
export async function serveAsWorker(worker: Worker, options: ServeOptions, io: Io): Promise<number> {
  const primary = new Primary(worker);
  const uncaught = listenForUncaught(io);
  const asked = Promise.race([primary.stopped, terminated(io, options.grace)]);
  let output: ServeOutput | undefined;
  const serveUntilAsked = async () => {
    const order = await Promise.race([primary.started, asked]);
    if (!('kind' in order)) return primary.leave(order);
    output = createOutput(order.format, io, order.isTTY);
    return serveOrdered(primary, order, asked, options, output);
  };
  primary.tell({ kind: 'loaded' });
  try {
    return await Promise.race([serveUntilAsked(), uncaught.thrown]);
  } finally {
    uncaught.release();
    await output?.flush();
  }
}

async function serveOrdered(
  primary: Primary,
  order: StartOrder,
  asked: Promise<Ending>,
  options: ServeOptions,
  output: ServeOutput,
): Promise<number> {
  const server = await startServing(order, asked, options, output).catch(async (error) => {
    await primary.tell({ kind: 'failed', message: describeFailure(error).message });
    return undefined;
  });
  if (server === undefined) return 1;
  if ('exitCode' in server) return primary.leave(server);
  primary.onCount(() => server.underWay());
  void primary.tell({ kind: 'serving' });
  const ending = await asked;
  const requestsCut = await server.close(ending.timeout);
  await primary.tell({ kind: 'stopped', requestsCut });
  return primary.leave(ending);
}

/** Resolves to a server, or to how to end when that was asked before there is one. */
async function startServing(
  { port, host }: StartOrder,
  asked: Promise<Ending>,
  options: ServeOptions,
  output: ServeOutput,
): Promise<RunningServer | Ending> {
  const controller = new AbortController();
  const { signal } = controller;
  void asked.then(() => controller.abort());
  try {
    // The primary has created what is missing. A store that has vanished since must not become an empty one.
    const open = openStored({ ...options, create: false, writer: process });
    return await startServer({ ...options, ...writeLog(output), port, host, open, signal });
  } catch (error) {
    if (signal.aborted && error === signal.reason) return asked;
    throw error;
  }
}

/** The primary, seen from a worker. */
class Primary {
  readonly started: Promise<StartOrder>;
  readonly stopped: Promise<Ending>;
  readonly #worker: Worker;
  #count: () => number | Promise<number> = () => 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    let start = (_order: StartOrder) => {};
    let stop = (_ending: Ending) => {};
    this.started = new Promise((resolve) => {
      start = resolve;
    });
    this.stopped = new Promise((resolve) => {
      stop = resolve;
    });
    worker.on('message', async (order: WorkerOrder) => {
      if (order.kind === 'start') start(order);
      else if (order.kind === 'stop') stop({ timeout: order.timeout, exitCode: 0 });
      else if (order.kind === 'count') await this.tell({ kind: 'active', requests: await this.#count() });
    });
  }

  /** Sets what counts the active requests. */
  onCount(count: () => number | Promise<number>): void {
    this.#count = count;
  }

  /** Resolves when the message is on its way, or cannot be: the primary may just have ended. */
  tell(message: WorkerMessage): Promise<void> {
    return new Promise((resolve) => {
      this.#worker.send(message, () => resolve());
    });
  }

  /** Ends the connection, which keeps the process alive. Returns the exit code. */
  leave({ exitCode }: Ending): number {
    this.#worker.disconnect();
    return exitCode;
  }
}

/**
 * Resolves some time after a SIGTERM, when it was meant for this worker alone. The other signals of a terminal go to all
 * processes, and the primary decides.
 */
function terminated(io: Io, grace: number): Promise<Ending> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) io.on(signal, () => {});
  return new Promise((resolve) => {
    io.on('SIGTERM', () => {
      const end = () => resolve({ timeout: grace * 1000, exitCode: exitCodeOf('SIGTERM') });
      setTimeout(end, orderTimeout).unref();
    });
  });
}
