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
   * - `skipped`: the target holds another content, which stays.
   * - `repeated`: its identifier came before in the file.
   * - `doubtful`: it is imported, but something is probably wrong with it.
   */
  readonly kind: 'refused' | 'skipped' | 'repeated' | 'doubtful';
  /** The clause that it breaks. */
  readonly rule?: string | undefined;
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
  const why = suggestion === undefined ? reason : `${reason}; ${withFlags(suggestion)}`;
  const where = [rule, byte !== undefined && `byte ${byte}`].filter(Boolean).join(', ');
  return `${file}:${line}: ${name} ${kind}: ${printableLine(why)}${where && ` (${where})`}\n`;
}

/** A remark as a line of JSON: what it says, with the file in front. */
function remarkJson(file: string, remark: Remark): string {
  const { kind, line, byte, index, id, rule, reason, suggestion } = remark;
  const meant = suggestion && withFlags(suggestion);
  return `${JSON.stringify({ file, line, byte, index, id, kind, rule, reason, suggestion: meant })}\n`;
}

/**
 * How many remarks of a kind other than `refused` are shown to people. All of them are in the file of
 * `--errors`.
 */
const maxShown = 20;

/** Where the remarks of an import go: to stderr, and to the file of `--errors`. */
export class Remarks {
  readonly #file: string;
  readonly #stderr: Output;
  readonly #beforeLines: () => void;
  readonly #errors: ErrorsFile | undefined;
  readonly #counts = new Map<Remark['kind'], number>();
  #kept: Remark[] = [];

  private constructor(file: string, stderr: Output, beforeLines: () => void, errors: ErrorsFile | undefined) {
    this.#file = file;
    this.#stderr = stderr;
    this.#beforeLines = beforeLines;
    this.#errors = errors;
  }

  /**
   * @param file the name of the file that is imported, as it is shown.
   * @param errors the path of the file of `--errors`, which is emptied.
   * @param beforeLines called before lines are written to stderr.
   * @throws {StartError} (as a rejection) when the file of `--errors` cannot be written.
   */
  static async open(
    file: string,
    errors: string | undefined,
    stderr: Output,
    beforeLines: () => void,
  ): Promise<Remarks> {
    return new Remarks(
      file,
      stderr,
      beforeLines,
      errors === undefined ? undefined : await openErrors(errors),
    );
  }

  /** Keeps a remark until the next `flush`. */
  add(remark: Remark): void {
    this.#kept.push(remark);
  }

  /** How many remarks of a kind were written. */
  countOf(kind: Remark['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  /**
   * Writes what is kept, in the order of the file. To be called often: there may be a remark on every record.
   */
  async flush(): Promise<void> {
    const remarks = this.#kept.sort((a, b) => a.index - b.index);
    this.#kept = [];
    if (remarks.length === 0) return;
    const json = remarks.map((remark) => remarkJson(this.#file, remark)).join('');
    const text = remarks
      .filter(({ kind }) => this.#count(kind) <= maxShown || kind === 'refused')
      .map((remark) => remarkText(this.#file, remark))
      .join('');
    if (text !== '') {
      this.#beforeLines();
      await writeAll(this.#stderr, text, 'stderr');
    }
    await this.#errors?.handle.writeFile(json).catch(this.#errors.fail);
  }

  /** Counts a remark. Returns how many of its kind there are. */
  #count(kind: Remark['kind']): number {
    const count = this.countOf(kind) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  /** Writes what is left, and how many remarks were not shown. */
  async end(): Promise<void> {
    await this.flush();
    const advice = this.#errors ? 'the file of --errors has them all' : '--errors <file> keeps them all';
    for (const [kind, count] of this.#counts) {
      if (kind === 'refused' || count <= maxShown) continue;
      const line = `location-records: ${formatNumber(count - maxShown)} more are ${kind}; ${advice}\n`;
      await writeAll(this.#stderr, line, 'stderr');
    }
    await this.#errors?.handle.close();
  }
}

/** The file of `--errors`. */
interface ErrorsFile {
  readonly handle: FileHandle;
  /** Throws the error about a file that cannot be written. */
  readonly fail: (cause: unknown) => never;
}

async function openErrors(path: string): Promise<ErrorsFile> {
  const fail = (cause: unknown): never => {
    const message = `The file ${path} cannot be written (${describeError(cause)}); name another one with --errors.`;
    throw new StartError(message, { cause });
  };
  return { handle: await open(path, 'w').catch(fail), fail };
}
