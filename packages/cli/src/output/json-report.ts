import type { Failure } from '../failure.ts';
import type { Output } from '../io.ts';
import { escapeHiddenInLines } from './printable-text.ts';
import { writeAll } from './write-all.ts';

/** The one JSON object that a command writes to stdout with `--json`, even when it fails. */
export interface JsonReport {
  /** Writes the object, unless one has been written already. */
  write(report: object): Promise<void>;
}

/** Creates the report of one command. */
export function createJsonReport(output: Output): JsonReport {
  let isWritten = false;
  return {
    async write(report) {
      if (isWritten) return;
      isWritten = true;
      const text = jsonText(report);
      await writeAll(output, output.isTTY ? escapeHiddenInLines(text) : text);
    },
  };
}

/** Formats a report. */
export function jsonText(report: object): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Returns the report of a command that failed. */
export function failureReport({ code, message, commands, call }: Omit<Failure, 'exitCode' | 'hint'>): object {
  const more = { ...(commands !== undefined && { commands }), ...(call !== undefined && { call }) };
  return { error: { code, message, ...more } };
}

/** Whether a command line, valid or not, asks for JSON on stdout. */
export function asksForJson(argv: readonly string[]): boolean {
  const [command, ...flags] = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return command !== 'serve' && [command, ...flags].includes('--json');
}
