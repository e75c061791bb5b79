import type { Location, LocationResponse } from '@location-records/core';
import type { Inspection, ParsedRecord, RefusedRecord } from '@location-records/formats';

/** The response to POST of `/-/records`. */
export interface BulkReport {
  readonly understood: Understood;
  readonly counts: Readonly<BulkCounts>;
  /** The first 100 records that are not written because of a fault. */
  readonly refused: readonly RefusedRecord[];
  /** The first 100 records that are written, but look wrong. */
  readonly doubtful: readonly DoubtfulRecord[];
  /** Whether there are more refused or doubtful records. */
  readonly truncated: boolean;
  /** What became of each record, in the order of the body: with `return=outcomes`. */
  readonly outcomes?: readonly RecordOutcome[] | undefined;
}

/** What was understood of the body: of a strict one only its format. */
export type Understood = Pick<Inspection, 'format'> &
  Partial<
    Pick<Inspection, 'formatWords' | 'rows' | 'id' | 'coordinates' | 'description' | 'unused' | 'notes'>
  >;

/** How many records have an outcome. All but the last two add up to `read`. */
export interface BulkCounts {
  read: number;
  /** Were missing. */
  created: number;
  /** Had other content. */
  replaced: number;
  /** Had the same content: with `action=delete`. */
  deleted: number;
  /** Had the same content, and are not written. With `action=delete`, were missing. */
  unchanged: number;
  /** Have other content, which stays: with `on-conflict=skip` and `action=delete`. */
  skipped: number;
  /** Cannot be read, or are not accepted by the service. */
  refused: number;
  /** Their identifier came before in the body. The last record counts; with `skip`, the first one. */
  repeated: number;
  /** Are written, but look wrong. */
  doubtful: number;
}

/** A record that is written, but looks wrong. */
export interface DoubtfulRecord {
  readonly index: number;
  readonly line: number;
  readonly id: string;
  readonly reason: string;
}

/** What became of a record. */
export interface RecordOutcome {
  /** The number of the record in the body, from 1. */
  readonly index: number;
  /** Missing if the record cannot be read. */
  readonly id?: string | undefined;
  readonly outcome: 'created' | 'replaced' | 'deleted' | 'unchanged' | 'skipped' | 'refused';
  /** The content before: with `replaced`, and with `skipped`, whose content stays. */
  readonly previous?: Location | undefined;
  /** Why it is refused. */
  readonly reason?: string | undefined;
}

/** How many refused and doubtful records a report has. */
const maxListed = 100;

/** Counts the outcomes of records, and keeps what the report names. */
export class Tally {
  readonly counts: BulkCounts = {
    read: 0,
    created: 0,
    replaced: 0,
    deleted: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    repeated: 0,
    doubtful: 0,
  };
  readonly #refused: RefusedRecord[] = [];
  readonly #doubtful: DoubtfulRecord[] = [];
  readonly #outcomes: RecordOutcome[] | undefined;
  readonly #isDryRun: boolean;

  constructor({ returnsOutcomes, dryRun }: { readonly returnsOutcomes: boolean; readonly dryRun: boolean }) {
    this.#outcomes = returnsOutcomes ? [] : undefined;
    this.#isDryRun = dryRun;
  }

  /** How many records are written or deleted. */
  get written(): number {
    const { created, replaced, deleted } = this.counts;
    return this.#isDryRun ? 0 : created + replaced + deleted;
  }

  /** Adds a record that was handled. */
  add(entry: ParsedRecord, outcome: Exclude<RecordOutcome['outcome'], 'refused'>, previous?: Location): void {
    const { index, line, record, doubt } = entry;
    const [id] = record;
    this.counts.read++;
    this.counts[outcome]++;
    this.#outcomes?.push({ index, id, outcome, ...(previous && { previous }) });
    if (doubt === undefined) return;
    this.counts.doubtful++;
    if (this.#doubtful.length < maxListed) this.#doubtful.push({ index, line, id, reason: doubt });
  }

  refuse(refused: RefusedRecord): void {
    this.counts.read++;
    this.counts.refused++;
    if (this.#refused.length < maxListed) this.#refused.push(refused);
    const { index, id, reason } = refused;
    this.#outcomes?.push({ index, ...(id !== undefined && { id }), outcome: 'refused', reason });
  }

  response(understood: Understood): LocationResponse {
    const { refused, doubtful } = this.counts;
    const report: BulkReport = {
      understood,
      counts: this.counts,
      refused: this.#refused,
      doubtful: this.#doubtful,
      truncated: refused > maxListed || doubtful > maxListed,
      outcomes: this.#outcomes,
    };
    const body = JSON.stringify(report);
    const length = new TextEncoder().encode(body).length;
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(length) },
      body,
      explanation: { clause: 'D53', reason: 'the records of the body are written' },
    };
  }
}
