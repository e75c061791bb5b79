import { type FileHandle, open } from 'node:fs/promises';
import type { ParsedRecord, RefusedRecord } from '@location-records/formats';
import { StartError } from '../../errors.ts';
import type { Output } from '../../io.ts';
import { describeError, withFlags } from '../../output/describe-error.ts';
import { formatNumber } from '../../output/numbers.ts';
import { printableLine, quoteIdentifier } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';

/** A remark of an import about one record of a file. */
export interface Remark extends Omit<RefusedRecord, 'rule'> {
  /**
   * - `refused`: it cannot be read, or the target refuses it.
   * - `skipped`: the target has other content, which stays.
   * - `repeated`: its identifier came before in the file.
   * - `doubtful`: it is imported, but something is probably wrong with it.
   */
  readonly kind: 'refused' | 'skipped' | 'repeated' | 'doubtful';
  /** The clause that it breaks. */
  readonly rule?: string | undefined;
}

/** Returns a remark on a record that was read. */
export function remarkOn(
  { index, line, byte, record: [id] }: ParsedRecord,
  kind: Remark['kind'],
  reason: string,
): Remark {
  return { kind, index, line, byte, id, reason };
}

/** Formats a remark as a line for people: `places.csv:12: "tower" refused: … (D29, byte 345)`. */
function remarkText(file: string, { kind, line, byte, id, rule, reason, suggestion }: Remark): string {
  const name = id === undefined ? 'record' : quoteIdentifier(id);
  const why = suggestion === undefined ? reason : `${reason}; ${withFlags(suggestion)}`;
  const where = [rule, byte !== undefined && `byte ${byte}`].filter(Boolean).join(', ');
  return `${file}:${line}: ${name} ${kind}: ${printableLine(why)}${where && ` (${where})`}\n`;
}

/** Formats a remark as a line of JSON. */
function remarkJson(file: string, remark: Remark): string {
  const { kind, line, byte, index, id, rule, reason, suggestion } = remark;
  const meant = suggestion && withFlags(suggestion);
  return `${JSON.stringify({ file, line, byte, index, id, kind, rule, reason, suggestion: meant })}\n`;
}

/** How many remarks of a kind other than `refused` are shown. The file of `--errors` has all of them. */
const maxShown = 20;

interface RemarksOptions {
  /** The name of the imported file, as it is shown. */
  readonly file: string;
  /** The path of the file of `--errors`, which is emptied. */
  readonly errors: string | undefined;
  readonly stderr: Output;
  /** Called before lines are written to stderr. */
  readonly beforeLines: () => void;
}

/** Writes the remarks of an import to stderr, and to the file of `--errors`. */
export class Remarks {
  readonly #options: RemarksOptions;
  readonly #errorsFile: FileHandle | undefined;
  readonly #counts = new Map<Remark['kind'], number>();
  #kept: Remark[] = [];

  private constructor(options: RemarksOptions, errorsFile: FileHandle | undefined) {
    this.#options = options;
    this.#errorsFile = errorsFile;
  }

  /** @throws {StartError} (rejects) when the file of `--errors` cannot be written. */
  static async open(options: RemarksOptions): Promise<Remarks> {
    const { errors } = options;
    const file = errors === undefined ? undefined : await open(errors, 'w').catch(errorsFault(errors));
    return new Remarks(options, file);
  }

  /** Keeps a remark until the next `flush`. */
  add(remark: Remark): void {
    this.#kept.push(remark);
  }

  /** Returns how many remarks of a kind were written. */
  countOf(kind: Remark['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Writes what is kept, in the order of the file. To be called often: each record may have a remark. */
  async flush(): Promise<void> {
    const { file, errors = '', stderr, beforeLines } = this.#options;
    const remarks = this.#kept.sort((a, b) => a.index - b.index);
    this.#kept = [];
    if (remarks.length === 0) return;
    const shown = remarks.filter(({ kind }) => {
      const count = this.countOf(kind) + 1;
      this.#counts.set(kind, count);
      return kind === 'refused' || count <= maxShown;
    });
    if (shown.length > 0) {
      beforeLines();
      await writeAll(stderr, shown.map((remark) => remarkText(file, remark)).join(''), 'stderr');
    }
    const json = remarks.map((remark) => remarkJson(file, remark)).join('');
    await this.#errorsFile?.writeFile(json).catch(errorsFault(errors));
  }

  /** Writes what is left, and how many remarks were not shown. */
  async end(): Promise<void> {
    await this.flush();
    const advice = this.#errorsFile
      ? 'the file of --errors has all of them'
      : '--errors <file> keeps all of them';
    for (const [kind, count] of this.#counts) {
      if (kind === 'refused' || count <= maxShown) continue;
      const line = `location-records: ${formatNumber(count - maxShown)} more are ${kind}; ${advice}\n`;
      await writeAll(this.#options.stderr, line, 'stderr');
    }
    await this.#errorsFile?.close();
  }
}

function errorsFault(path: string): (cause: unknown) => never {
  return (cause) => {
    const problem = describeError(cause);
    const message = `The file ${path} cannot be written (${problem}); name another one with --errors.`;
    throw new StartError(message, { cause });
  };
}
