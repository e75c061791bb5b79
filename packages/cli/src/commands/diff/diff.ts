import {
  type DiffProgress,
  diffServices,
  newSeed,
  UnreachableError,
} from '@location-records/conformance/diff';
import { CheckError, type UrlService, urlService } from '@location-records/conformance/node';
import { ServiceError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { type DiffReport, describeDifference, type GoneReport } from '../../report/diff-report.ts';
import { diffText } from '../../report/diff-text.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { DiffCommandOptions } from './diff-command.ts';

type Pair = readonly [a: UrlService, b: UrlService];

/**
 * Compares two services and writes the report. Resolves to 0 when no difference was found, to 1 when one was, and to
 * 128 + n after signal n.
 *
 * @throws {UsageError} when a URL is wrong.
 * @throws {ServiceError} when they cannot be compared.
 */
export async function diff(options: DiffCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const pair = openPair(options);
  try {
    return await untilStopped(io, async ({ signal }) => {
      const report = await compare(pair, options, io, signal);
      if (options.json) await jsonReport.write(report);
      else await writeAll(io.stdout, diffText(report, paintFor(io)));
      return report.differences.length > 0 ? 1 : 0;
    });
  } catch (error) {
    if (error instanceof CheckError) throw new ServiceError(error.code, error.message);
    throw error instanceof UnreachableError ? explain(error, pair) : error;
  } finally {
    for (const service of pair) service.close();
  }
}

function openPair({ urls: [a, b], timeout, insecure }: DiffCommandOptions): Pair {
  const options = { timeout, insecure };
  try {
    return [urlService(a, options), urlService(b, options)];
  } catch (error) {
    if (!(error instanceof CheckError)) throw error;
    throw new UsageError(printableLine(error.message), 'Run location-records diff --help.');
  }
}

async function compare(
  pair: Pair,
  options: DiffCommandOptions,
  io: Io,
  signal: AbortSignal,
): Promise<DiffReport> {
  const { calls, seed = newSeed(), notation } = options;
  const { endAtFirst, maxDifferences, maxTime, maxShrinkTime } = options;
  const begin = performance.now();
  const progress = createProgressLine(io.stderr, (told: DiffProgress) => progressText(told, calls));
  let made = 0;
  const onProgress = (told: DiffProgress) => {
    made = told.calls;
    progress.show(told);
  };
  await Promise.all(pair.map((service) => service.reach()));
  try {
    const limits = { calls, endAtFirst, maxDifferences, maxTime, maxShrinkTime };
    const found = await diffServices(...pair, { ...limits, seed, notation, signal, onProgress }).catch(
      (error) => {
        if (!signal.aborted || error !== signal.reason) throw error;
        return undefined;
      },
    );
    const { endedBy, differences = [], omitted = 0, unreachable } = found ?? {};
    return {
      urls: [pair[0].url, pair[1].url],
      seed,
      calls: made,
      durationMs: Math.round(performance.now() - begin),
      ...(signal.aborted && { stopped: true }),
      ...(endedBy && endedBy !== 'signal' && { endedBy }),
      differences: differences.map((difference) => describeDifference(difference, pair)),
      ...(omitted > 0 && { omitted }),
      ...(found?.notation && { notation: describeDifference(found.notation, pair) }),
      ...(unreachable && { unreachable: describeGone(unreachable, pair) }),
    };
  } finally {
    progress.clear();
  }
}

function progressText({ calls, differences, shrinks }: DiffProgress, total: number): string {
  const count = differences === 1 ? '1 difference' : `${differences} differences`;
  if (shrinks > 0) return `Found ${count} in ${calls} calls; tried ${shrinks} shorter sequences`;
  return `${progressBar(calls, total)} ${calls}/${total} calls${differences > 0 ? `, ${count}` : ''}`;
}

/** Names the service that no longer responds, and the call that it did not respond to. */
function describeGone({ service, request, cause }: UnreachableError, [a, b]: Pair): GoneReport {
  const gone = service === 'a' ? a : b;
  const reason = describeError(cause).replace(/\.$/, '');
  const message = `${gone.url} no longer responds (${reason}); see its log.`;
  return { url: gone.url, message, ...(request && { call: gone.curlCommand(request) }) };
}

function explain(error: UnreachableError, pair: Pair): ServiceError {
  const { message, call } = describeGone(error, pair);
  return new ServiceError(error.code, message, call);
}
