import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RecordedStore } from '@location-records/conformance';
import type { Location } from '@location-records/core';
import { finishChild, startChild } from '@location-records/dev-kit/campaigns';
import type { SqliteStore } from '@location-records/stores/sqlite';

/** A call that the process is to make on its store. */
export interface Call {
  readonly number: number;
  /** `close` also ends the process. */
  readonly method: keyof RecordedStore | 'close';
  readonly values: readonly unknown[];
}

/** The outcome of a call. Number 0 is the outcome of the opening. */
export interface Reply {
  readonly number: number;
  readonly result?: unknown;
  readonly failure?: string;
}

/** A store in a process of its own, which shares its records with others. */
export class StoreProcess implements RecordedStore {
  readonly #child: ChildProcess;
  readonly #finished: Promise<void>;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #number = 0;

  private constructor(name: string, address: string, writer: SqliteStore | undefined) {
    const program = fileURLToPath(new URL('store-program.ts', import.meta.url));
    const command = [process.execPath, ...process.execArgv, program, name, address, writer ? 'remote' : ''];
    this.#child = startChild(command, ['ignore', 'inherit', 'inherit', 'ipc']);
    writer?.writeFor(this.#child);
    this.#child.on('message', (message: Reply | object) => {
      if (!('kind' in message)) this.#settle(message as Reply);
    });
    this.#finished = finishChild(this.#child);
    const endAll = () => {
      for (const number of this.#pending.keys()) this.#settle({ number, failure: 'The process has ended.' });
    };
    this.#finished.then(endAll, endAll);
  }

  /** Opens a store of {@link engineStores} over the records of an address. A `writer` writes for it. */
  static async open(name: string, address: string, writer?: SqliteStore): Promise<StoreProcess> {
    const started = new StoreProcess(name, address, writer);
    await started.#reply(0);
    return started;
  }

  get(id: string): Promise<Location | undefined> {
    return this.#call('get', id) as Promise<Location | undefined>;
  }

  put(id: string, location: Location): Promise<void> {
    return this.#call('put', id, location) as Promise<void>;
  }

  replace(id: string, location: Location): Promise<boolean> {
    return this.#call('replace', id, location) as Promise<boolean>;
  }

  delete(id: string): Promise<void> {
    return this.#call('delete', id) as Promise<void>;
  }

  /** Closes the store, and resolves when the process has ended well. */
  async close(): Promise<void> {
    await this.#call('close');
    await this.#finished;
  }

  #call(method: Call['method'], ...values: unknown[]): Promise<unknown> {
    const number = ++this.#number;
    const reply = this.#reply(number);
    const call: Call = { number, method, values };
    // A process that has ended cannot be sent a call.
    this.#child.send(call, (error) => error && this.#settle({ number, failure: String(error) }));
    return reply;
  }

  async #reply(number: number): Promise<unknown> {
    const { result, failure } = await new Promise<Reply>((resolve) => this.#pending.set(number, resolve));
    if (failure !== undefined) throw new Error(failure);
    return result;
  }

  #settle(reply: Reply): void {
    this.#pending.get(reply.number)?.(reply);
    this.#pending.delete(reply.number);
  }
}
