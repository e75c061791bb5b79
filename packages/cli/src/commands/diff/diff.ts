import { createHandlerService } from '@location-records/conformance';
import { type Difference, diffServices, UnreachableError } from '@location-records/conformance/diff';
import { CheckError, createUrlService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, OptionError } from '@location-records/core';
import { CommandError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { failureReport, type JsonReport } from '../../output/json-report.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine, shorten } from '../../output/printable-text.ts';
import { createProgressLine } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { DiffCommandOptions } from './diff-command.ts';
import { type DifferenceReport, type DiffReport, diffText } from './diff-report.ts';

/** One of the two services. */
interface Service extends Omit<ReturnType<typeof createUrlService>, 'url'> {
  /** Its URL, or how to start it. */
  readonly name: string;
}

type Pair = readonly [a: Service, b: Service];
type Fields = DiffCommandOptions['headers'][number];

/** The exit code when the services could not be compared, or a difference did not show again. */
const cannotJudge = 3;

/**
 * Compares two services and writes the report. Resolves to 0 when no difference was found, to 1 when one was,
 * to 3 when none showed again, and to 128 + n after signal n.
 *
 * @throws {UsageError} when a URL is wrong.
 * @throws {CommandError} when they cannot be compared.
 */
export async function diff(options: DiffCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const pair = openPair(options);
  try {
    return await untilStopped(io, async ({ signal }) => {
      if (!(await reach(pair, signal))) {
        const message = 'Stopped before both services responded.';
        await writeAll(io.stderr, `location-records: ${message}\n`);
        if (options.json) await jsonReport.write(failureReport({ code: 'STOPPED', message }));
        return cannotJudge;
      }
      const report = await compare(pair, options, io, signal);
      if (options.json) await jsonReport.write(report);
      else await writeAll(io.stdout, diffText(report, paintFor(io)));
      if (report.differences.some(({ isRepeated }) => isRepeated)) return 1;
      return report.differences.length > 0 ? cannotJudge : 0;
    });
  } catch (error) {
    if (error instanceof CheckError) {
      const message = error.message.replace('(--header)', '(--header-a, --header-b)');
      throw new CommandError(error.code, message, { exitCode: cannotJudge });
    }
    if (!(error instanceof UnreachableError)) throw error;
    const call = error.request && serviceOf(error, pair).curlCommand(error.request);
    throw new CommandError(error.code, describeGone(error, pair), { exitCode: cannotJudge, call });
  } finally {
    // A request under way would keep the process.
    for (const service of pair) service.destroy();
  }
}

function openPair({ urls: [a, b], headers: [ofA, ofB], timeout, insecure }: DiffCommandOptions): Pair {
  const open = (url: string, headers: Fields): Service => {
    const service = createUrlService(url, { timeout, insecure, headers });
    return { ...service, name: service.url };
  };
  try {
    return [open(a, ofA), b === undefined ? ownService() : open(b, ofB)];
  } catch (error) {
    if (error instanceof OptionError && error.option === 'headers') {
      const message = error.message.replace('The option "headers"', '--header-a or --header-b');
      throw new UsageError(message, 'Run location-records diff --help.');
    }
    if (!(error instanceof CheckError)) throw error;
    throw new UsageError(printableLine(error.message), 'Run location-records diff --help.');
  }
}

/**
 * Returns the service of this command, in this process. Its curl commands are for one that a reader starts.
 */
function ownService(): Service {
  const port = 8089;
  return {
    ...createUrlService(`http://127.0.0.1:${port}`),
    request: createHandlerService(createHandler({ store: createMemoryStore() })).request,
    reach: async () => {},
    name: `location-records serve --store memory: --port ${port}`,
  };
}

/** Finds out whether both services respond. Resolves to `false` when the signal comes first. */
async function reach(pair: Pair, signal: AbortSignal): Promise<boolean> {
  const giveUp = () => {
    for (const service of pair) service.destroy();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.all(pair.map((service) => service.reach()));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return !signal.aborted;
}

async function compare(
  pair: Pair,
  { seed, runs, maxTime, maxDifferences, nullIsAbsent, exact }: DiffCommandOptions,
  io: Io,
  signal: AbortSignal,
): Promise<DiffReport> {
  const begin = performance.now();
  const progress = createProgressLine(io.stderr, progressText);
  try {
    const limits = { seed, runs, maxTime, maxDifferences, nullIsAbsent, exact };
    const result = await diffServices(...pair, { ...limits, signal, onProgress: progress.show });
    return {
      services: [pair[0].name, pair[1].name],
      seed: result.seed,
      requests: result.requests,
      durationMs: Math.round(performance.now() - begin),
      endedBy: result.endedBy,
      differences: result.differences.map((difference) => describeDifference(difference, pair)),
      ...(result.unreachable && { unreachable: describeGone(result.unreachable, pair) }),
    };
  } finally {
    progress.clear();
  }
}

function progressText({ requests, differences }: { requests: number; differences: number }): string {
  const found = differences === 1 ? '1 difference' : `${differences} differences`;
  return `${requests} requests, ${found}`;
}

function describeDifference({ requests, ...difference }: Difference, [a, b]: Pair): DifferenceReport {
  const { method = '', target = '' } = requests.at(-1) ?? {};
  const commandsFor = (service: Service) => requests.map((request) => service.curlCommand(request));
  return {
    request: `${method} ${target}`,
    ...difference,
    responses: [shortened(difference.responses[0]), shortened(difference.responses[1])],
    commands: [commandsFor(a), commandsFor(b)],
  };
}

/** The longest body and the longest content type in a report, in characters. */
const [maxBody, maxContentType] = [2 ** 16, 200];

function shortened(response: Difference['responses'][number]): typeof response {
  if ('missing' in response) return response;
  const { contentType, body } = response;
  const type = contentType === undefined ? undefined : shorten(contentType, maxContentType);
  return { ...response, contentType: type, body: shorten(body, maxBody) };
}

function serviceOf({ service }: UnreachableError, [a, b]: Pair): Service {
  return service === 'a' ? a : b;
}

function describeGone(error: UnreachableError, pair: Pair): string {
  const reason = describeError(error.cause).replace(/\.$/, '');
  return `${serviceOf(error, pair).name} no longer responds (${reason}); see its log.`;
}
