import type { FileHandle } from 'node:fs/promises';
import type { ImportFormat, ParsedRecord } from '@location-records/formats';
import { type Problem, Problems, placeIn } from '../../data-file/problems.ts';
import { StartError } from '../../errors.ts';
import type { Output } from '../../io.ts';
import { describeError, withFlags } from '../../output/describe-error.ts';
import { openOutput } from '../../output/open-output.ts';
import { writeAll } from '../../output/write-all.ts';

/** A problem of an import with one record of a file. */
export type Remark = Problem & Pick<ParsedRecord, 'index' | 'line' | 'byte'>;

/** Returns a remark on a record that was read. */
export function remarkOn(
  { index, line, byte, record: [id] }: ParsedRecord,
  kind: Remark['kind'],
  reason: string,
): Remark {
  return { kind, index, line, byte, id, reason };
}

/** Formats a remark as a line of JSON. */
function remarkJson(file: string, remark: Remark): string {
  const { kind, line, byte, index, id, rule, reason, suggestion } = remark;
  const meant = suggestion && withFlags(suggestion);
  return `${JSON.stringify({ file, line, byte, index, id, kind, rule, reason, suggestion: meant })}\n`;
}

interface RemarksOptions {
  /** The name of the imported file, as it is shown. */
  readonly file: string;
  /** The path of the file of `--errors`, which is emptied. */
  readonly errors: string | undefined;
}

/** Keeps the remarks of an import by cause, and writes each to the file of `--errors`. */
export class Remarks {
  readonly #options: RemarksOptions;
  readonly #errorsFile: FileHandle | undefined;
  readonly #problems = new Problems();
  #waiting: Remark[] = [];
  /** Without bytes, records are rows of a database. */
  #place: 'line' | 'row' = 'row';

  private constructor(options: RemarksOptions, errorsFile: FileHandle | undefined) {
    this.#options = options;
    this.#errorsFile = errorsFile;
  }

  /** @throws {StartError} (rejects) when the file of `--errors` cannot be written. */
  static async open(options: RemarksOptions): Promise<Remarks> {
    const { errors } = options;
    const file = errors === undefined ? undefined : await openOutput(errors).catch(errorsFault(errors));
    return new Remarks(options, file);
  }

  add(remark: Remark): void {
    this.#problems.add(remark);
    if (remark.byte !== undefined) this.#place = 'line';
    if (this.#errorsFile) this.#waiting.push(remark);
  }

  /** Returns how many remarks of a kind were added. */
  countOf(kind: Remark['kind']): number {
    return this.#problems.countOf(kind);
  }

  /** Writes what is waiting to the file of `--errors`. To be called often: each record may have a remark. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { file, errors = '' } = this.#options;
    const remarks = this.#waiting.sort((a, b) => a.index - b.index);
    this.#waiting = [];
    const json = remarks.map((remark) => remarkJson(file, remark)).join('');
    await this.#errorsFile?.writeFile(json).catch(errorsFault(errors));
  }

  /**
   * Writes what is left, and the remarks by cause to stderr.
   *
   * @param format the format of the file, if it is known.
   */
  async end(stderr: Output, format?: ImportFormat): Promise<void> {
    await this.flush();
    const lines = this.#problems.lines(format ? placeIn(format) : this.#place);
    if (lines.length > 0) await writeAll(stderr, `${lines.join('\n')}\n`, 'stderr');
  }

  /** Closes the file of `--errors`. */
  async close(): Promise<void> {
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
