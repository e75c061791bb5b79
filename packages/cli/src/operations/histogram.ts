import type { Metric } from 'prom-client';

interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

type Labels = Readonly<Record<string, string | number>>;

/** A number of a metric, as the library has it. */
interface Sample {
  readonly metricName: string;
  readonly labels: Labels;
  readonly value: number;
}

/** The values of a histogram that have the same labels. */
class Series {
  readonly labels: Labels;
  readonly #buckets: readonly number[];
  /** How many values each bucket has, without those of the smaller ones; the last has the rest. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: Labels, buckets: readonly number[]) {
    this.labels = labels;
    this.#buckets = buckets;
    this.#counts = Array(buckets.length + 1).fill(0);
  }

  observe(value: number): void {
    let index = 0;
    while (index < this.#buckets.length && value > (this.#buckets[index] as number)) index++;
    (this.#counts[index] as number)++;
    this.#sum += value;
  }

  /** Returns the samples as Prometheus has them, where each bucket has the values of the smaller ones too. */
  samples(name: string): readonly Sample[] {
    const { labels } = this;
    let count = 0;
    const buckets = this.#counts.map((own, index) => {
      count += own;
      const le = this.#buckets[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

/** A histogram for a registry of prom-client, whose own one looks its labels up again for each value. */
export class Histogram {
  readonly name: string;
  readonly #options: HistogramOptions;
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramOptions) {
    this.name = options.name;
    this.#options = options;
  }

  observe(value: number, ...labels: readonly string[]): void {
    const key = labels.length === 1 ? (labels[0] as string) : labels.join(' ');
    let series = this.#series.get(key);
    if (series === undefined) {
      const { labelNames, buckets } = this.#options;
      series = new Series(
        Object.fromEntries(labelNames.map((name, index) => [name, labels[index] ?? ''])),
        buckets,
      );
      this.#series.set(key, series);
    }
    series.observe(value);
  }

  /** For the registry. */
  async get() {
    const { name, help } = this.#options;
    const values = Array.from(this.#series.values(), (series) => series.samples(name)).flat();
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  /** This object as the registry takes it, which calls nothing but `get`. */
  get metric(): Metric {
    return this as unknown as Metric;
  }
}
