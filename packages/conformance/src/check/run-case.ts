import { Buffer } from 'node:buffer';
import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import { type CaseRequest, ConnectionEndedError } from '../http/service.ts';
import { TimeoutError } from '../transport/byte-queue.ts';
import { type CaseContext, CaseService, type SentRequest } from './case-service.ts';
import type { CaseFailure } from './check-report.ts';
import { curlLine, rawLine, type ShellServer } from './curl-line.ts';
import { findExample } from './example.ts';
import { NotJudgedError } from './run-records.ts';
import { isOfSpecification } from './select-cases.ts';
import { showDifference } from './show-difference.ts';

/** What the cases of a run share. */
export interface RunContext extends CaseContext {
  readonly server: ShellServer;
  /** Of each wait for the server, in milliseconds. */
  readonly timeout: number;
  /** Whether violations of a clause are reported when a case of another one meets them. */
  isJudged(clause: string): boolean;
}

/** The outcome of one run of a case. */
export interface Verdict {
  /** The broken rules by clause, the first of each. They may be of other clauses than that of the case. */
  readonly failures: readonly CaseFailure[];
  /** Why the case did not judge its rule, if it did not. */
  readonly reason?: string;
  /** Why there was no response, if there was none. */
  readonly silence?: 'lost' | 'late';
}

/** The timeout of a whole case, as a multiple of the timeout of one wait. */
const timeoutFactor = 6;

/**
 * Runs one case, and removes the records that it created. Never rejects. Examples are found for the violations of the
 * clauses that are shown.
 */
export async function runCase(
  httpCase: HttpCase,
  context: RunContext,
  isShown: (clause: string) => boolean,
): Promise<Verdict> {
  const service = new CaseService(context);
  try {
    const error = await errorOf(httpCase, service, context.timeout * timeoutFactor);
    return await verdictOn(httpCase, error, service, context, isShown);
  } finally {
    await service.clean();
    await service.close();
  }
}

async function errorOf(httpCase: HttpCase, service: CaseService, timeout: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      const error = new TimeoutError(`The case took longer than ${timeout} ms.`);
      service.stop(error);
      resolve(error);
    }, timeout);
  });
  try {
    return await Promise.race([httpCase.run(service).then(() => undefined), late]);
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}

/** Sorts what a case found: the rules that it met on the way, and the error that ended it. */
async function verdictOn(
  { clause: own }: HttpCase,
  error: unknown,
  service: CaseService,
  context: RunContext,
  isShown: (clause: string) => boolean,
): Promise<Verdict> {
  const silence = error instanceof TimeoutError ? 'late' : isLost(error) ? 'lost' : undefined;
  const all: { error: unknown; at: number }[] = [...service.met];
  if (error !== undefined && !(error instanceof NotJudgedError)) all.push({ error, at: service.sent.length });
  const failures = new Map<string, CaseFailure>();
  for (const { error, at } of all) {
    const clause = clauseOf(error) ?? own;
    if (failures.has(clause) || !(clause === own || context.isJudged(clause))) continue;
    failures.set(clause, await failureOf(clause, error, at, service, context, isShown(clause)));
  }
  const reason = reasonOf(error, own);
  return {
    failures: [...failures.values()],
    ...(silence && { silence }),
    ...(reason !== undefined && { reason }),
  };
}

function reasonOf(error: unknown, own: string): string | undefined {
  if (error instanceof NotJudgedError) return error.message;
  const clause = clauseOf(error);
  return clause === undefined || clause === own ? undefined : `It stopped at a violation of ${clause}.`;
}

function clauseOf(error: unknown): string | undefined {
  return error instanceof ContractError ? error.clause : undefined;
}

/** Whether a connection was lost, such as on a bad network. */
export function isLost(error: unknown): boolean {
  const { code = '' } = Object(error) as NodeJS.ErrnoException;
  return error instanceof ConnectionEndedError || ['ECONNRESET', 'EPIPE', 'ECONNREFUSED'].includes(code);
}

async function failureOf(
  clause: string,
  error: unknown,
  at: number,
  service: CaseService,
  { server, timeout, records }: RunContext,
  isShown: boolean,
): Promise<CaseFailure> {
  const sent = service.sent.slice(0, at);
  if (!(error instanceof ContractError)) {
    const expected = `a response within ${timeout} ms`;
    const actual = error instanceof Error ? error.message : String(error);
    return { clause, command: commandOf(service, at, server), ...showDifference(expected, actual) };
  }
  const field = error.what.toLowerCase();
  const isField =
    sent.some(({ response }) => response?.headers[field]) || /^content-(type|length)$/.test(field);
  const aspect = { field: isField ? field : undefined, isExact: !isOfSpecification(clause) };
  const attempts = isShown ? findExample(sent, aspect, service, records) : undefined;
  const example = await attempts?.catch(() => undefined);
  const command = example ? curlLine(example.requests, server) : commandOf(service, at, server);
  const shown = example ?? { expected: error.expected, actual: error.actual };
  const { expected, actual } = showDifference(shown.expected, shown.actual);
  return { clause, command, expected, actual: withoutSecrets(actual, server) };
}

/** How many requests a command has that could not be shortened. */
const maxShown = 6;

/** The command for what a case sent, when no shorter example is known. */
function commandOf({ sent, raw }: CaseService, at: number, server: ShellServer): string {
  const bytes = Buffer.concat(raw.map((one) => Buffer.from(one as Uint8Array)));
  if (bytes.length > 0) return rawLine(bytes, server);
  const until = sent.slice(0, at);
  const { target } = until.at(-1)?.request ?? {};
  const related = until.filter(({ request }) => request.target === target || request.method !== 'GET');
  // The first one often creates the record.
  const shown =
    related.length > maxShown ? [...related.slice(0, 1), ...related.slice(1 - maxShown)] : related;
  if (!shown.some(({ isBeside }) => isBeside)) return curlLine(shown.map(requestOf), server);
  const lines = shown.map(({ request, isBeside }, index) => {
    const line = curlLine([request], server);
    if (shown[index + 1]?.isBeside) return `${line} &`;
    return isBeside ? `${line} & wait;` : `${line};`;
  });
  return lines.join(' ').replace(/;$/, '');
}

function requestOf({ request }: SentRequest): CaseRequest {
  return request;
}

/** A text without the values of secret fields: some servers show a request in their error pages. */
function withoutSecrets(text: string, { fields }: ShellServer): string {
  const words = fields.flatMap(([, value]) => [value, ...value.split(/[ \t]/)]);
  return words
    .filter(({ length }) => length >= 8)
    .reduce((left, word) => left.replaceAll(word, '$HEADER'), text);
}
