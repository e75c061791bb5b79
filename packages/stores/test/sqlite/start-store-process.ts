import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Location } from '@location-records/core';
import { onTestFinished } from 'vitest';
import { temporaryPath } from './temporary-store.ts';

/** What the parent asks for. */
export interface Call {
  readonly number: number;
  readonly method: 'get' | 'put' | 'replace' | 'delete' | 'close';
  readonly values: readonly unknown[];
}

/** The outcome of a call in the process. Number 0 is about opening. */
export interface CallOutcome {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** A store in another process. */
export class StoreProcess {
  readonly child: ChildProcess;
  readonly #pending = new Map<number, (outcome: CallOutcome) => void>();
  #number = 0;

  constructor(child: ChildProcess) {
    this.child = child;
    child.on('message', (outcome: CallOutcome) => this.#pending.get(outcome.number)?.(outcome));
  }

  put(id: string, location: Location): Promise<void> {
    return this.#call('put', id, location) as Promise<void>;
  }

  get(id: string): Promise<Location | undefined> {
    return this.#call('get', id) as Promise<Location | undefined>;
  }

  replace(id: string, location: Location): Promise<boolean> {
    return this.#call('replace', id, location) as Promise<boolean>;
  }

  delete(id: string): Promise<void> {
    return this.#call('delete', id) as Promise<void>;
  }

  /** Settles when the process has opened its store. */
  async opened(): Promise<void> {
    await this.#outcome(0);
  }

  /** Kills the process as a power cut would, and resolves when it has ended. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  #call(method: Call['method'], ...values: unknown[]): Promise<unknown> {
    const number = ++this.#number;
    const outcome = this.#outcome(number);
    const call: Call = { number, method, values };
    // Calls to a process that has ended stay without an outcome.
    this.child.send(call, () => {});
    return outcome;
  }

  async #outcome(number: number): Promise<unknown> {
    const { result, error } = await new Promise<CallOutcome>((resolve) => this.#pending.set(number, resolve));
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }
}

/**
 * How a process is started in which permissions bind root as well, so that the source stays readable to it.
 */
const bound = {
  execPath: 'setpriv',
  execArgv: ['--bounding-set', '-dac_override,-dac_read_search', process.execPath, ...process.execArgv],
};

interface ProcessOptions {
  readonly humble?: boolean;
}

/**
 * Starts a process with a store on `path`, which ends with the test. A `humble` one has no more rights than
 * permissions give.
 */
export async function startStoreProcess(
  path: string,
  { humble = false }: ProcessOptions = {},
): Promise<StoreProcess> {
  const file = fileURLToPath(new URL('./store-process.ts', import.meta.url));
  const start = humble && process.getuid?.() === 0 ? bound : {};
  const child = fork(file, [path], {
    ...start,
    serialization: 'advanced',
  });
  const started = new StoreProcess(child);
  onTestFinished(() => started.kill());
  await started.opened();
  return started;
}

/**
 * The path of a store whose process was killed, so that its log is still there. Its records are `id-0` and so
 * on, each with the same Location.
 */
export async function killedStore(location: Location, count: number): Promise<string> {
  const path = await temporaryPath();
  const store = await startStoreProcess(path);
  for (let number = 0; number < count; number += 100) {
    const some = Math.min(100, count - number);
    await Promise.all(
      Array.from({ length: some }, (_, index) => store.put(`id-${number + index}`, location)),
    );
  }
  await store.kill();
  return path;
}
