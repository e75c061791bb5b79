import { setMaxListeners } from 'node:events';
import { longestTimer } from '../check-arguments.ts';
import { ConnectionPool } from '../transport/connection-pool.ts';
import { openConnection } from '../transport/socket-connection.ts';
import { encodeRequest } from '../transport/url-service.ts';
import { type CheckOptions, checkOptions } from './check-options.ts';
import { type CaseReport, type CheckReport, findingsOf } from './check-report.ts';
import { CheckRun } from './check-run.ts';
import { probe } from './probe.ts';
import { isLost, type RunContext } from './run-case.ts';
import { type Ask, RunRecords } from './run-records.ts';
import { selectCases } from './select-cases.ts';
import { parseServerUrl } from './server-url.ts';

/**
 * Runs the HTTP contract against a running server: without further options the clauses of the specification,
 * about the service. The check removes the records that it creates. It does not change or
 * remove other records, but a faulty server might.
 *
 * @throws {OptionError} (rejects) when an option is unknown or not valid.
 * @throws {CheckError} (rejects) when nothing can be checked: the URL is wrong, no case is selected, the
 * server wants another token, or no service responds. Nothing was written then.
 * @throws the reason of `signal` (rejects) when it is aborted before a service responds.
 *
 * @example
 * const { findings } = await checkServer({ url: 'http://127.0.0.1:8080' });
 * for (const { clause, rule, command } of findings) console.log(clause, rule, command);
 */
export async function checkServer(options: CheckOptions): Promise<CheckReport> {
  const settings = checkOptions(options);
  const [begin, startedAt] = [performance.now(), new Date().toISOString()];
  const { timeout, insecure, headers: fields, readOnly } = settings;
  const server = { ...parseServerUrl(settings.url), insecure, fields };
  const cases = selectCases(settings);
  const tls = server.isSecure ? { insecure } : undefined;
  const address = { host: server.host, port: server.port, timeout, tls };
  const connect: RunContext['connect'] = (signal, allowance) =>
    openConnection({ ...address, signal, allowance });
  const end = endSignal(maxTime(timeout), 0, settings.signal);
  const ask: Ask = (method, target, signal = end.signal) => {
    const request = { method, target: `${server.basePath}${target}`, headers: fields };
    const bytes = encodeRequest(server.authority, request);
    const open = () => openConnection({ ...address, signal });
    const send = () => new ConnectionPool(open).exchange(bytes, method, () => false);
    return send().catch((error: unknown) => {
      if (isLost(error)) return send();
      throw error;
    });
  };
  let leftBehind: readonly string[] | undefined;
  let run: CheckRun;
  try {
    const list = await probe(server, timeout, (target) => ask('GET', target)).catch((error: unknown) => {
      settings.signal?.throwIfAborted();
      throw error;
    });
    const records = new RunRecords(ask, list);
    const context: RunContext = {
      server,
      records,
      readOnly,
      fields,
      connect,
      timeout,
      signal: end.signal,
    };
    run = new CheckRun(cases, context, settings, () => ask('GET', '/'));
    try {
      await run.runAll();
    } finally {
      const cleaning = endSignal(cleaningFactor * timeout, hurriedCleaning, settings.signal);
      leftBehind = readOnly ? [] : await records.clean(cleaning.signal);
      cleaning.release();
    }
  } finally {
    end.release();
  }
  const reports = run.reports();
  const count = (outcome: CaseReport['outcome']) => reports.filter((one) => one.outcome === outcome).length;
  return {
    url: server.url,
    startedAt,
    durationMs: Math.round(performance.now() - begin),
    passed: count('passed'),
    failed: count('failed'),
    setAside: count('set-aside'),
    leftOut: count('left-out'),
    findings: findingsOf(reports),
    cases: reports,
    leftBehind,
    stopped: run.stopped,
  };
}

/** How long the run takes at most, in milliseconds: 120 times the timeout, and at least a minute. */
function maxTime(timeout: number): number {
  return Math.max(60_000, 120 * timeout);
}

/** How long the removal of the records that are left takes at most, as a multiple of the timeout. */
const cleaningFactor = 6;
/** The same after a signal to stop, in milliseconds. */
const hurriedCleaning = 2000;

/** Returns a signal that is aborted after `time`, or when `delay` has passed since another signal. */
function endSignal(time: number, delay: number, other: AbortSignal | undefined) {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const timers = [setTimeout(() => controller.abort(), Math.min(time, longestTimer))];
  const hurry = () => {
    if (delay === 0) controller.abort();
    else timers.push(setTimeout(() => controller.abort(), delay));
  };
  if (other?.aborted) hurry();
  other?.addEventListener('abort', hurry, { once: true });
  return {
    signal: controller.signal,
    release() {
      for (const timer of timers) clearTimeout(timer);
      other?.removeEventListener('abort', hurry);
    },
  };
}
