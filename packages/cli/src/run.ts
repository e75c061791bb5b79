import { inspect } from 'node:util';
import { parseCommandLine } from './command-line/parse-command-line.ts';
import { describeFailure } from './failure.ts';
import type { Io } from './io.ts';
import { asksForJson, createJsonReport, failureReport } from './output/json-report.ts';
import { createLineWriter } from './output/line-writer.ts';
import { maskPasswords, maskUrls } from './output/passwords.ts';

/**
 * Runs a command line (without the program's own name) and resolves to the exit code: 0 for success, 2 for
 * wrong usage, 1 for most other failures, and 128 + n after signal n. It never rejects. With `--json`, stdout
 * gets exactly one JSON object, which is `{"error":…}` if a command has no report.
 *
 * @param program the file of the command, which workers of `serve` run.
 */
export async function run(argv: readonly string[], io: Io, program = process.argv[1] ?? ''): Promise<number> {
  const report = createJsonReport(io.stdout);
  const isJson = asksForJson(argv);
  try {
    const asked = parseCommandLine(argv);
    if ('text' in asked) {
      await print(asked.exitCode === 0 ? io.stdout : io.stderr, asked.text.trimEnd());
      return asked.exitCode;
    }
    const exitCode = await asked.run(io, report, program, argv);
    // A second signal does not wait for the report.
    if (isJson && exitCode > 128) await report.write(failureReport(stopped));
    return exitCode;
  } catch (error) {
    const failure = describeFailure(error);
    const { exitCode, message, hint, call } = failure;
    const introduction = call === undefined ? '' : ' This call got no response:';
    const stack = io.env.LOCATION_RECORDS_DEBUG === '1' ? stackOf(error, argv, io) : undefined;
    const lines = [`location-records: ${message}${introduction}`, call, hint, stack];
    await print(io.stderr, lines.filter((line) => line !== undefined).join('\n'));
    // stderr has the failure already.
    if (isJson) await report.write(failureReport(failure)).catch(() => {});
    return exitCode;
  }
}

const stopped = { code: 'STOPPED', message: 'Ended by a signal before there was a report.' };

/** Formats an error with all its causes, without the passwords of the command line and the environment. */
function stackOf(error: unknown, argv: readonly string[], { env }: Io): string {
  return maskUrls(maskPasswords(inspect(error), [...argv, env.STORE_URL ?? '']));
}

function print(output: Io['stdout'], text: string): Promise<void> {
  const writer = createLineWriter(output);
  writer.write(text);
  return writer.flush();
}
