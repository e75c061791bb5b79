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
  const connect = () => openConnection({ host: server.host, port: server.port, timeout, tls });
  const ask: Ask = (method, target) => {
    const request = { method, target: `${server.basePath}${target}`, headers: fields };
    const bytes = encodeRequest(server.authority, request);
    const send = () => new ConnectionPool(connect).exchange(bytes, method, () => false);
    return send().catch((error: unknown) => {
      if (isLost(error)) return send();
      throw error;
    });
  };
  const records = new RunRecords(ask, await probe(server, timeout, (target) => ask('GET', target)));
  const context: RunContext = { server, records, readOnly, fields, connect, timeout };
  const run = new CheckRun(cases, context, settings, () => ask('GET', '/'));
  let leftBehind: readonly string[] | undefined;
  try {
    await run.runAll();
  } finally {
    leftBehind = readOnly ? [] : await records.clean();
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
