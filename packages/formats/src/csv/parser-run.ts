import type { InfoRecord, Options, Parser } from 'csv-parse';

/** A row as `csv-parse` reports it. */
export interface ParsedRow {
  readonly fields: readonly string[];
  /** The offset in the file behind its line end. */
  readonly end: number;
}

/** How a file separates fields, and what its rows may have. */
export interface CsvDialect {
  readonly delimiter: string;
  readonly maxRecordLength: number;
  /** The names of the columns without line ends in their fields. */
  readonly oneLineColumns: readonly string[];
}

/** The options of `csv-parse` that say what a row is. */
export function syntax(delimiter: string): Options {
  return { delimiter, record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true };
}

/** One use of `csv-parse`, from a row on to the end of the file or the first fault. */
export class ParserRun {
  /** The offset in the file behind the last byte that the parser was given. */
  fed: number;
  readonly #parser: Parser;
  #rows: ParsedRow[] = [];

  constructor(parserClass: typeof Parser, start: number, { delimiter, maxRecordLength }: CsvDialect) {
    const options: Options = {
      ...syntax(delimiter),
      relax_column_count: true,
      max_record_size: maxRecordLength,
      on_record: (fields: unknown, { bytes }: InfoRecord) => {
        this.#rows.push({ fields: fields as string[], end: start + bytes });
        return null;
      },
    };
    this.#parser = new parserClass(options);
    // The callbacks of `write` report it, too.
    this.#parser.on('error', () => {});
    this.fed = start;
  }

  /** Gives some bytes to the parser. Returns the code of a fault, after which it is of no more use. */
  feed(bytes: Uint8Array): Promise<string | undefined> {
    this.fed += bytes.length;
    // The parser keeps parts of what it is given.
    const copy = bytes.slice();
    return new Promise((resolve) => this.#parser.write(copy, (error) => resolve(codeOf(error))));
  }

  /** Says that this is the end of the file. */
  finish(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#parser.once('error', (error) => resolve(codeOf(error)));
      this.#parser.end(() => resolve(undefined));
    });
  }

  /** The rows since the last call. */
  takeRows(): readonly ParsedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

/** Errors of `csv-parse` have a code. Another one is a mistake in this program. */
function codeOf(error: (Error & { readonly code?: unknown }) | null | undefined): string | undefined {
  if (!error) return undefined;
  if (typeof error.code === 'string') return error.code;
  throw error;
}
