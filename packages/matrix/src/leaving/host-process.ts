import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { endChild, startChild } from '@location-records/dev-kit/campaigns';
import { portsOf } from '../hosts/spawned-host.ts';
import type { LeavingHost } from './leaving-hosts.ts';
import { type Memory, memoryHeld } from './memory.ts';

/** What the service has seen so far, as the control of the fixture reports it. */
export interface Counts {
  readonly lists: number;
  readonly openLists: number;
  readonly batches: number;
  readonly requests: number;
  readonly openRequests: number;
  readonly writes: number;
  readonly errors: number;
}

/** How long the counts may take to become as expected, in milliseconds. */
const timeout = 60_000;
const interval = 50;

/** A host in a process of its own. */
export class HostProcess {
  readonly port: number;
  readonly #control: string;
  readonly #child: ChildProcess;
  readonly #printed: () => string;

  private constructor(child: ChildProcess, [port, control]: [number, number], printed: () => string) {
    this.port = port;
    this.#control = `http://127.0.0.1:${control}/`;
    this.#child = child;
    this.#printed = printed;
  }

  static async start({ command }: LeavingHost): Promise<HostProcess> {
    const child = startChild(command, ['ignore', 'pipe', 'pipe']);
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    const ports = await portsOf(child);
    child.stdout?.resume();
    const host = new HostProcess(child, ports, () => text.slice(start));
    await host.counts();
    // The messages of a runtime about its flags come before this, and do not count.
    const start = text.length;
    return host;
  }

  /** What the process has printed on stderr since its start. */
  get printed(): string {
    return this.#printed();
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async counts(): Promise<Counts> {
    return (await (await fetch(this.#control)).json()) as Counts;
  }

  /**
   * Asks again and again, without collecting any garbage, until the counts are as expected twice in a row. Resolves to
   * whether they were in time.
   */
  async reaches(isExpected: (counts: Counts, before: Counts) => boolean): Promise<boolean> {
    const deadline = performance.now() + timeout;
    let [holds, before] = [0, await this.counts()];
    while (holds < 2) {
      if (performance.now() > deadline) return false;
      await setTimeout(interval);
      const counts = await this.counts();
      holds = isExpected(counts, before) ? holds + 1 : 0;
      before = counts;
    }
    return true;
  }

  /** The memory of what the process holds, without garbage. */
  memory(): Promise<Memory> {
    return memoryHeld(this.#child.pid as number, async () => {
      const { heap } = (await (await fetch(this.#control, { method: 'POST' })).json()) as { heap: number };
      return heap;
    });
  }

  async end(): Promise<void> {
    await endChild(this.#child, 'SIGKILL');
  }
}
