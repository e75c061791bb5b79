import type { ParsedRecord, RecordPosition, RefusedRecord } from '@location-records/formats';
import { quoteIdentifier } from '../../bulk/differing-parts.ts';
import { withFlags } from '../../output/describe-error.ts';
import { printableLine } from '../../output/printable-text.ts';

/** What an import has to say about one record of a file. */
export interface Remark extends RecordPosition {
  /**
   * - `refused`: it cannot be read, or the target refuses it.
   * - `skipped`: the target holds another content, which stays.
   * - `repeated`: its identifier came before in the file.
   * - `doubtful`: it is imported, but something is probably wrong with it.
   */
  readonly kind: 'refused' | 'skipped' | 'repeated' | 'doubtful';
  /** The identifier, where it is known. */
  readonly id?: string | undefined;
  /** The clause that it breaks, where it breaks one. */
  readonly rule?: string | undefined;
  /** Why, as the rest of a sentence. */
  readonly reason: string;
  /** What may be meant, where that can be told. */
  readonly suggestion?: string | undefined;
}

/** The remark on a record that cannot be read. */
export function refusedRemark(refused: RefusedRecord): Remark {
  const { suggestion } = refused;
  return {
    kind: 'refused',
    ...refused,
    ...(suggestion !== undefined && { suggestion: withFlags(suggestion) }),
  };
}

/** A remark on a record that was read. */
export function remarkOn(
  { index, line, byte, record: [id] }: ParsedRecord,
  kind: Remark['kind'],
  reason: string,
): Remark {
  return { kind, index, line, byte, id, reason };
}

/** A remark as a line for people: `places.csv:12: "tower" refused: … (D29, byte 345)`. */
export function remarkText(file: string, { kind, line, byte, id, rule, reason, suggestion }: Remark): string {
  const name = id === undefined ? 'record' : quoteIdentifier(id);
  const why = suggestion === undefined ? reason : `${reason}; ${suggestion}`;
  const where = [rule, byte !== undefined && `byte ${byte}`].filter(Boolean).join(', ');
  return `${file}:${line}: ${name} ${kind}: ${printableLine(why)}${where && ` (${where})`}\n`;
}

/** A remark as a line of JSON: what it says, with the file in front. */
export function remarkJson(file: string, remark: Remark): string {
  const { kind, line, byte, index, id, rule, reason, suggestion } = remark;
  return `${JSON.stringify({ file, line, byte, index, id, kind, rule, reason, suggestion })}\n`;
}
