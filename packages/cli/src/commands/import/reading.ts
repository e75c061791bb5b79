import type { ParsedEntry, ParsedRecord } from '@location-records/formats';
import type { RecordsSource } from './records-source.ts';
import { refusedRemark, remarkOn } from './remark.ts';
import type { Remarks } from './remarks.ts';

/** The file while it is read: passes records on, and keeps remarks on those that cannot be read. */
export class Reading {
  readonly #source: RecordsSource;
  readonly #remarks: Remarks;
  /** The file is read again when everything is checked before it is written. */
  #isFirst = true;
  #bytes = 0;
  #refused = 0;

  constructor(source: RecordsSource, remarks: Remarks) {
    this.#source = source;
    this.#remarks = remarks;
  }

  /** How much of the file is read. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many records cannot be read. */
  get refused(): number {
    return this.#refused;
  }

  async *records(): AsyncGenerator<readonly ParsedRecord[], undefined> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#bytes = 0;
    for await (const entries of this.#source.open()) {
      const records = entries.filter((entry) => 'record' in entry);
      if (isFirst) for (const entry of entries) this.#look(entry);
      this.#bytes = entries.at(-1)?.byte ?? this.#bytes;
      await this.#remarks.flush();
      yield records;
    }
  }

  #look(entry: ParsedEntry): void {
    if ('record' in entry) {
      if (entry.doubt !== undefined) this.#remarks.add(remarkOn(entry, 'doubtful', entry.doubt));
      return;
    }
    this.#refused++;
    this.#remarks.add(refusedRemark(entry));
  }
}
