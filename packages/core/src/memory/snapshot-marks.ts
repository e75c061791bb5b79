import { supersede, type Version, VersionRing } from './superseded-version.ts';

/** The open snapshots that were taken at the same `version`. */
export interface SnapshotMark<V> {
  readonly version: number;
  snapshots: number;
  /** Its snapshots show nothing any more, since what they saw was released. */
  isBrokenOff: boolean;
  /** The versions whose newest mark is this one, by the oldest mark that sees them. */
  readonly kept: Map<SnapshotMark<V>, VersionRing<V>>;
}

/** How many superseded versions snapshots may hold back. */
export interface SnapshotBound<V> {
  /** In the unit of `sizeOf`. */
  readonly maxSize: number;
  /** The size of a version; the value is `undefined` for a deletion. */
  sizeOf(value: V | undefined): number;
}

/**
 * The marks of all open snapshots, and the superseded versions that these see.
 *
 * The time of a release grows with the number of marks, not of superseded versions, because it moves whole rings.
 */
export class SnapshotMarks<V> {
  /** Ascending by version. */
  readonly #marks: SnapshotMark<V>[] = [];
  readonly #bound: SnapshotBound<V> | undefined;
  /** The size of all superseded versions that some snapshot sees. */
  #size = 0;

  /** Without a bound, sizes do not count. */
  constructor(bound?: SnapshotBound<V>) {
    this.#bound = bound;
  }

  /** The mark for one more snapshot at `version`, which is not smaller than in the last call. */
  add(version: number): SnapshotMark<V> {
    let mark = this.#marks.at(-1);
    if (mark?.version !== version) {
      mark = { version, snapshots: 0, isBrokenOff: false, kept: new Map() };
      this.#marks.push(mark);
    }
    mark.snapshots++;
    return mark;
  }

  /** Keeps what `current` holds for the snapshots that see it, before it is overwritten. */
  keep(key: string, current: Version<V>): void {
    const newest = this.#marks.at(-1);
    const oldest = this.#marks.find(({ version }) => version >= current.since);
    if (!newest || !oldest) return;
    const size = this.#bound?.sizeOf(current.value) ?? 0;
    this.#size += size;
    ringOf(newest, oldest).add(supersede(key, current), size);
  }

  /** Breaks off the oldest snapshots until the others see no more than the bound. */
  enforceBound(unseen: VersionRing<V>): void {
    if (!this.#bound || this.#size <= this.#bound.maxSize) return;
    for (let mark = this.#marks[0]; mark && this.#size > this.#bound.maxSize; mark = this.#marks[0]) {
      mark.isBrokenOff = true;
      mark.snapshots = 1;
      this.release(mark, unseen);
    }
  }

  /** Removes one snapshot from a mark. The versions that no other snapshot sees go to `unseen`. */
  release(mark: SnapshotMark<V>, unseen: VersionRing<V>): void {
    if (--mark.snapshots > 0) return;
    const index = this.#marks.indexOf(mark);
    this.#marks.splice(index, 1);
    const older = this.#marks[index - 1];
    for (const [oldest, ring] of mark.kept) {
      const isSeen = older && oldest !== mark;
      if (!isSeen) this.#size -= ring.size;
      (isSeen ? ringOf(older, oldest) : unseen).takeAll(ring);
    }
    mark.kept.clear();
    const next = this.#marks[index];
    for (const newer of this.#marks.slice(index)) {
      const ring = newer.kept.get(mark);
      newer.kept.delete(mark);
      if (ring && next) ringOf(newer, next).takeAll(ring);
    }
  }
}

function ringOf<V>(newest: SnapshotMark<V>, oldest: SnapshotMark<V>): VersionRing<V> {
  let ring = newest.kept.get(oldest);
  if (!ring) {
    ring = new VersionRing();
    newest.kept.set(oldest, ring);
  }
  return ring;
}
