import { readSync } from 'node:fs';

/** What a write-ahead log says of its database. */
export interface LogContent {
  /** In bytes. */
  readonly pageSize: number;
  /** How many pages the database has after the last transaction in the log. */
  readonly pageCount: number;
  /** The numbers of the pages in the log, from 1 on. */
  readonly pages: ReadonlySet<number>;
}

/** Bytes before the first page, and before each page (sqlite.org/fileformat2.html, section 4.1). */
const headLength = 32;
const frameHeadLength = 24;
/** Its last bit tells the byte order of the checksums. */
const magic = 0x377f0682;

type Checksum = readonly [number, number];

/** Reads an open log as far as SQLite would. `undefined` when no whole transaction is in it. */
export function readLog(file: number): LogContent | undefined {
  const head = readAt(file, 0, headLength);
  if (head === undefined || (head.getUint32(0) | 1) !== (magic | 1)) return undefined;
  const isLittleEndian = head.getUint32(0) === magic;
  const pageSize = head.getUint32(8);
  let sum = addTo([0, 0], head, 0, 24, isLittleEndian);
  if (!isAt(head, 24, sum)) return undefined;

  const salt: Checksum = [head.getUint32(16), head.getUint32(20)];
  const pages = new Set<number>();
  let unfinished: number[] = [];
  let pageCount = 0;
  const frameLength = frameHeadLength + pageSize;
  for (let position = headLength; ; position += frameLength) {
    const frame = readAt(file, position, frameLength);
    // The rest is of an earlier turn of the log, or was being written when its process ended.
    if (frame === undefined || !isAt(frame, 8, salt)) break;
    sum = addTo(addTo(sum, frame, 0, 8, isLittleEndian), frame, frameHeadLength, frameLength, isLittleEndian);
    if (!isAt(frame, 16, sum)) break;
    unfinished.push(frame.getUint32(0));
    const committed = frame.getUint32(4);
    if (committed === 0) continue;
    pageCount = committed;
    for (const page of unfinished) pages.add(page);
    unfinished = [];
  }
  return pageCount === 0 ? undefined : { pageSize, pageCount, pages };
}

function addTo(
  [first, second]: Checksum,
  bytes: DataView,
  from: number,
  to: number,
  isLittleEndian: boolean,
) {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b] as const;
}

function isAt(bytes: DataView, at: number, [first, second]: Checksum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second;
}

/** `undefined` where the file has ended. */
function readAt(file: number, position: number, length: number): DataView | undefined {
  const bytes = new DataView(new ArrayBuffer(length));
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
}
