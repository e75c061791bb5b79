import type { Worker } from 'node:cluster';
import { loadPromClient, type MetricsSnapshot } from './metrics.ts';

/** How long a worker may take to tell its metrics, in milliseconds. Then its last ones count. */
const patience = 2000;

/** The metrics of all workers, which the primary sums. */
export class WorkersMetrics {
  readonly #snapshots = new Map<number, MetricsSnapshot>();
  /** What workers have counted that are no more: a sum that falls would look like a restart. */
  #ended: readonly MetricsSnapshot[] = [];
  readonly #asked = new Map<number, () => void>();
  #gathering: Promise<string> | undefined;

  /** Resolves to the text of all workers together. `ask` asks one for its snapshot. */
  gather(workers: readonly Worker[], ask: (worker: Worker) => void): Promise<string> {
    this.#gathering ??= this.#gather(workers, ask).finally(() => {
      this.#gathering = undefined;
    });
    return this.#gathering;
  }

  /** Takes the snapshot of a worker. */
  take({ id }: Worker, snapshot: MetricsSnapshot): void {
    this.#snapshots.set(id, snapshot);
    this.#asked.get(id)?.();
  }

  /** Keeps what a worker that has ended had counted. */
  end({ id }: Worker): void {
    const counted = this.#snapshots.get(id)?.filter(({ type }) => isCounted(String(type)));
    if (counted) this.#ended = [...this.#ended, counted];
    this.#snapshots.delete(id);
    this.#asked.get(id)?.();
  }

  async #gather(workers: readonly Worker[], ask: (worker: Worker) => void): Promise<string> {
    const { AggregatorRegistry } = await loadPromClient();
    await Promise.all(workers.map((worker) => this.#ask(worker, ask)));
    const ended = this.#ended;
    const sum = AggregatorRegistry.aggregate([...ended]);
    const all = AggregatorRegistry.aggregate([...this.#snapshots.values(), ...ended]);
    const [text, counted] = await Promise.all([all.metrics(), sum.getMetricsAsJSON()]);
    if (ended.length > 1) this.#ended = [counted, ...this.#ended.slice(ended.length)];
    return text;
  }

  async #ask(worker: Worker, ask: (worker: Worker) => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
      this.#asked.set(worker.id, resolve);
      ask(worker);
    });
    clearTimeout(timer);
    this.#asked.delete(worker.id);
  }
}

/** Whether the values of this type only grow. */
function isCounted(type: string): boolean {
  return type === 'counter' || type === 'histogram';
}
