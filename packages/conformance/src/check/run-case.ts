import { Buffer } from 'node:buffer';
import { longestTimer } from '../check-arguments.ts';
import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import { type CaseRequest, ConnectionEndedError } from '../http/service.ts';
import { TimeoutError } from '../transport/byte-queue.ts';
import { LimitError } from '../transport/limits.ts';
import { type CaseContext, CaseService, type SentRequest } from './case-service.ts';
import type { CaseFailure } from './check-report.ts';
import { curlLine, rawLine, type ShellServer } from './curl-line.ts';
import { type Effort, findExample } from './example.ts';
import { NotJudgedError } from './run-records.ts';
import { isOfSpecification } from './select-cases.ts';
import { showDifference } from './show-difference.ts';

/** What the cases of a run share. */
export interface RunContext extends CaseContext {
  readonly server: ShellServer;
  /** Of each exchange with the server, in milliseconds. */
  readonly timeout: number;
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
}

/** The outcome of one run of a case. */
export interface Verdict {
  readonly failure?: CaseFailure;
  /** Why the case did not judge its rule, if it did not. */
  readonly reason?: string;
  /** Why there was no whole response, if there was none. */
  readonly silence?: 'broken' | 'refused' | 'late' | 'endless';
  /** The method and the two statuses, when one request alone gets a wrong status. */
  readonly wrongStatus?: string | undefined;
}

/** The timeout of a whole case, of its example, and of removing its records, as a multiple of `timeout`. */
const timeoutFactor = 6;

/**
 * Runs one case, and removes the records that it created. Never rejects. Resolves to `undefined` when the run
 * ended before the case.
 *
 * @param maxBytes what the bodies of its responses may have together.
 */
export async function runCase(
  httpCase: HttpCase,
  context: RunContext,
  effort: Effort,
  maxBytes: number,
): Promise<Verdict | undefined> {
  const service = new CaseService(context, maxBytes);
  try {
    const error = await limited(service, context, () => httpCase.run(service)).catch((caught) => caught);
    if (context.signal.aborted) return undefined;
    if (error === undefined) return {};
    if (error instanceof NotJudgedError) return { reason: error.message };
    const silence = silenceOf(error);
    const isExact = !isOfSpecification(httpCase.clause);
    return { ...(silence && { silence }), ...(await failureOf(error, service, context, effort, isExact)) };
  } finally {
    await limited(service, context, () => service.clean()).catch(() => {});
    await service.close();
  }
}

/** Calls a function, and stops the service when that takes too long or the run ends. */
async function limited<T>(
  service: CaseService,
  { timeout, signal }: RunContext,
  act: () => Promise<T>,
): Promise<T> {
  const limit = Math.min(timeout * timeoutFactor, longestTimer);
  let end = () => {};
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    const stop = (error: Error) => {
      service.stop(error);
      reject(error);
    };
    timer = setTimeout(() => stop(new TimeoutError(`The case took longer than ${limit} ms.`)), limit);
    end = () => stop(new Error('The run has ended.'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([act(), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

function silenceOf(error: unknown): Verdict['silence'] {
  if (error instanceof TimeoutError) return 'late';
  if (error instanceof LimitError) return 'endless';
  if (Object(error).code === 'ECONNREFUSED') return 'refused';
  return isLost(error) ? 'broken' : undefined;
}

/** Returns whether a connection was lost, such as on a bad network. */
export function isLost(error: unknown): boolean {
  const { code = '' } = Object(error) as NodeJS.ErrnoException;
  return error instanceof ConnectionEndedError || ['ECONNRESET', 'EPIPE', 'ECONNREFUSED'].includes(code);
}

async function failureOf(
  error: unknown,
  service: CaseService,
  context: RunContext,
  effort: Effort,
  isExact: boolean,
): Promise<Pick<Verdict, 'failure' | 'wrongStatus'>> {
  const { server, records } = context;
  const sent = [...service.sent];
  const command = commandOf(service, server);
  if (!(error instanceof ContractError)) {
    const actual = error instanceof Error ? error.message : String(error);
    return { failure: { command, ...showDifference(expectedInstead(error, context), actual) } };
  }
  const field = error.what.toLowerCase();
  const isField =
    /^content-(type|length)$/.test(field) || sent.some(({ response }) => response?.headers[field]);
  const aspect = { field: isField ? field : undefined, isExact };
  const find = () => findExample(sent, aspect, service, records, effort);
  const example = await limited(service, context, find).catch(() => undefined);
  const shown = example ?? { expected: error.expected, actual: error.actual };
  const { expected, actual } = showDifference(shown.expected, shown.actual);
  // An example shows a response, and its status says enough.
  const subject = example ? '' : `${showDifference(error.what, '').expected}: `;
  const failure = {
    command: example ? curlLine(example.requests, server) : command,
    expected: subject + expected,
    actual: withoutSecrets(actual, server),
  };
  return { failure, wrongStatus: example?.wrongStatus };
}

/** What a right server does instead of this. */
function expectedInstead(error: unknown, { timeout }: RunContext): string {
  if (error instanceof TimeoutError) return `a response within ${timeout} ms`;
  return error instanceof LimitError ? 'a shorter response' : 'a response';
}

/** How many requests a command has that could not be shortened. */
const maxShown = 6;
/** More POSTs than these are shown as a range. */
const maxRange = 50;

/** Returns the command for all requests of a case, when no shorter example is known. */
function commandOf({ sent, raw }: CaseService, server: ShellServer): string {
  const bytes = Buffer.concat(raw.map((one) => Buffer.from(one as Uint8Array)));
  if (bytes.length > 0) return rawLine(bytes, server);
  const last = sent.at(-1);
  const related = sent.filter(({ request }) => {
    return request.target === last?.request.target || request.method !== 'GET';
  });
  const many = rangeOf(related.map(requestOf));
  if (many && last) return curlLine([many, last.request], server);
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

/** Many POSTs for new identifiers as one request, whose target is a range that curl counts through. */
function rangeOf(requests: readonly CaseRequest[]): CaseRequest | undefined {
  const posts = requests.filter(({ method, target }) => method === 'POST' && /-\d{5}$/.test(target));
  const [first] = posts;
  const numbers = [...new Set(posts.map(({ target }) => target.slice(-5)))].sort();
  if (!first || numbers.length <= maxRange) return undefined;
  return { ...first, target: `${first.target.slice(0, -5)}[${numbers[0]}-${numbers.at(-1)}]` };
}

function requestOf({ request }: SentRequest): CaseRequest {
  return request;
}

/** Returns a text without the values of secret fields: some servers show a request in their error pages. */
function withoutSecrets(text: string, { fields }: ShellServer): string {
  const words = fields.flatMap(([, value]) => [value, ...value.split(/[ \t]/)]);
  return words
    .filter(({ length }) => length >= 8)
    .reduce((left, word) => left.replaceAll(word, '$HEADER'), text);
}
