import { supersede, type Version, VersionRing } from './superseded-version.ts';

/** The open snapshots that see the same `version` as the last one. */
export interface SnapshotMark<V> {
  readonly version: number;
  snapshots: number;
  /** Its snapshots show nothing any more: what they saw was let go. */
  isBrokenOff: boolean;
  /** The versions of which this is the newest mark that sees them, by the oldest mark that does. */
  readonly kept: Map<SnapshotMark<V>, VersionRing<V>>;
}

/** How much of what was superseded snapshots may see. */
export interface SnapshotBound<V> {
  /** In the unit of `sizeOf`. */
  readonly maxSize: number;
  /** The size of a version, with `undefined` for one that was deleted. */
  sizeOf(value: V | undefined): number;
}

/**
 * The marks of all open snapshots, and the superseded versions that these see.
 *
 * A release takes time by the number of marks, not of superseded versions: it moves whole rings of these.
 */
export class SnapshotMarks<V> {
  /** Ascending by version. */
  readonly #marks: SnapshotMark<V>[] = [];
  readonly #bound: SnapshotBound<V> | undefined;
  /** The size of all superseded versions that are seen. */
  #size = 0;

  /** Without a bound, sizes are not looked at. */
  constructor(bound?: SnapshotBound<V>) {
    this.#bound = bound;
  }

  /** The mark of one more snapshot at `version`, which is no smaller than at the last call. */
  add(version: number): SnapshotMark<V> {
    let mark = this.#marks.at(-1);
    if (mark?.version !== version) {
      mark = { version, snapshots: 0, isBrokenOff: false, kept: new Map() };
      this.#marks.push(mark);
    }
    mark.snapshots++;
    return mark;
  }

  /** Keeps what is about to be superseded behind `current`, unless it was written after the latest snapshot. */
  keep(key: string, current: Version<V>): void {
    const newest = this.#marks.at(-1);
    const oldest = this.#marks.find(({ version }) => version >= current.since);
    if (!newest || !oldest) return;
    const size = this.#bound?.sizeOf(current.value) ?? 0;
    this.#size += size;
    ringOf(newest, oldest).add(supersede(key, current), size);
  }

  /** Breaks off the oldest snapshots, as long as all of them together see more than the bound. */
  enforceBound(unseen: VersionRing<V>): void {
    if (!this.#bound || this.#size <= this.#bound.maxSize) return;
    for (let mark = this.#marks[0]; mark && this.#size > this.#bound.maxSize; mark = this.#marks[0]) {
      mark.isBrokenOff = true;
      mark.snapshots = 1;
      this.release(mark, unseen);
    }
  }

  /** Takes one snapshot from a mark. The versions that no other snapshot sees go to `unseen`. */
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
