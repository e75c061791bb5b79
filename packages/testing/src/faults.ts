import {
  type Handler,
  InvalidArgumentError,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import type { Clock } from './clock.ts';
import { ConnectionBrokenError } from './errors.ts';
import { createRequestTest, type MatchedRequest, type RequestMatch } from './request-match.ts';
import { type RespondOptions, respondWith } from './respond-with.ts';

/**
 * A fault of your own: responds to a request. `next` is the service with the faults that were added later.
 */
export type FaultFunction = (
  request: LocationRequest,
  next: Handler,
) => LocationResponse | Promise<LocationResponse>;

/** The requests that meet a fault. */
export interface FaultScope extends RequestMatch {
  /**
   * How many matching requests pass before the first one meets it.
   * @default 0
   */
  readonly after?: number | undefined;
  /**
   * How many requests meet it.
   * @default all
   */
  readonly times?: number | undefined;
}

/** What arrives at the client. A function is a fault of your own. */
export type FaultKind =
  | { readonly fault: 'reset' | 'lost' | FaultFunction }
  /** `ms` are milliseconds of the clock of the fake. */
  | { readonly fault: 'delayed'; readonly ms: number }
  | ({ readonly fault: 'status'; readonly status: number } & RespondOptions)
  /** `status` is 504 by default. */
  | ({ readonly fault: 'done'; readonly status?: number | undefined } & RespondOptions)
  /** `records` is how many records of a list arrive; half of them by default. */
  | { readonly fault: 'torn'; readonly records?: number | undefined };

/** A row of the table of faults: which requests meet it, and what arrives. All but functions can be JSON. */
export type Fault = FaultScope & FaultKind;

/** The members of a row beside those of its scope, unchecked. */
interface FaultMembers extends RespondOptions {
  readonly status?: number;
  readonly ms?: number;
  readonly records?: number;
}

interface Kind {
  /** The members that it has beside those of the scope. */
  readonly members: readonly (keyof FaultMembers)[];
  /** Whether it responds without the service, so that later faults do not count the request. */
  readonly isLast?: boolean;
  /** @throws {InvalidArgumentError} about a member. */
  create(members: FaultMembers, clock: Clock): FaultFunction;
}

const response = ['status', 'message', 'body', 'headers'] as const;

/** The table of faults. */
const kinds: Readonly<Record<string, Kind>> = {
  reset: {
    members: [],
    isLast: true,
    create: () => () => {
      throw new ConnectionBrokenError('reset');
    },
  },
  lost: {
    members: [],
    create: () => async (request, next) => {
      await releaseBody(await next(request));
      throw new ConnectionBrokenError('lost');
    },
  },
  delayed: {
    members: ['ms'],
    create({ ms }, clock) {
      const wait = wholeNumber('ms', ms, 0, maxWait);
      return async (request, next) => {
        const late = await next(request);
        try {
          await clock.wait(wait, request.signal);
        } catch (error) {
          await releaseBody(late);
          throw error;
        }
        return late;
      };
    },
  },
  status: {
    members: response,
    isLast: true,
    create({ status, ...options }) {
      const responded = respondWith(status as number, options);
      return () => responded;
    },
  },
  done: {
    members: response,
    create({ status = 504, ...options }) {
      const responded = respondWith(status, options);
      return async (request, next) => {
        await releaseBody(await next(request));
        return responded;
      };
    },
  },
  torn: {
    members: ['records'],
    create({ records }) {
      if (records !== undefined) wholeNumber('records', records, 0);
      return async (request, next) => tear(await next(request), records);
    },
  },
};

/** The names of the faults. */
export const faultNames: readonly string[] = Object.keys(kinds);

/** Timers of Node.js and of browsers wait no longer, about 25 days. */
const maxWait = 2 ** 31 - 1;

const scopeMembers = ['fault', 'method', 'target', 'after', 'times'];

/** A row that was checked. */
export interface CheckedFault {
  /** Its name in the journal. */
  readonly name: string;
  readonly after: number;
  readonly times: number;
  readonly isLast: boolean;
  matches(request: MatchedRequest): boolean;
  readonly respond: FaultFunction;
}

/**
 * Checks a row, which may be JSON from anywhere.
 *
 * @throws {InvalidArgumentError} if a member is unknown, or cannot work.
 */
export function checkFault(row: Fault, clock: Clock): CheckedFault {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new InvalidArgumentError('fault', 'an object such as { fault: "lost", method: "DELETE" }');
  }
  const { fault, method, target, after = 0, times = Infinity, ...members } = row;
  const kind = typeof fault === 'string' && Object.hasOwn(kinds, fault) ? kinds[fault] : undefined;
  if (!kind && typeof fault !== 'function') {
    throw new InvalidArgumentError('fault', `a function, or one of ${faultNames.join(', ')}`);
  }
  const known: readonly string[] = [...scopeMembers, ...(kind?.members ?? [])];
  const unknown = Object.keys(row).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`fault.${unknown}`, `no members but ${known.join(', ')}`);
  }
  wholeNumber('after', after, 0);
  if (times !== Infinity) wholeNumber('times', times, 1);
  const amount = Object.values(members).find((value) => typeof value === 'number');
  return {
    name: typeof fault === 'function' ? fault.name || 'own' : [fault, amount].join(' ').trim(),
    after,
    times,
    isLast: kind?.isLast ?? false,
    matches: createRequestTest('fault', { method, target }),
    respond: typeof fault === 'function' ? fault : (kind as Kind).create(members as FaultMembers, clock),
  };
}

function wholeNumber(name: string, value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  const range = max === maxWait ? `from ${min} to ${max}` : `from ${min}`;
  throw new InvalidArgumentError(`fault.${name}`, `a whole number ${range}`);
}

/** Ends the body of a response that no client gets. */
export async function releaseBody({ body }: LocationResponse): Promise<void> {
  if (typeof body !== 'string') await body.return?.();
}

/** Breaks a list off after some records, and any other response in the middle of its body. */
async function tear(whole: LocationResponse, records: number | undefined): Promise<LocationResponse> {
  let text = '';
  if (typeof whole.body === 'string') text = whole.body;
  else {
    const decoder = new TextDecoder();
    for await (const piece of whole.body) {
      text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    }
  }
  return { ...whole, body: brokenBehind(firstPart(whole, text, records), 'torn') };
}

function firstPart({ status }: LocationResponse, text: string, records: number | undefined): string {
  if (status !== 200 || !text.startsWith('[')) {
    const characters = [...text];
    return characters.slice(0, characters.length >> 1).join('');
  }
  const entries: readonly unknown[] = JSON.parse(text);
  // The last record never arrives.
  const kept = Math.max(0, Math.min(records ?? entries.length >> 1, entries.length - 1));
  return `[${entries
    .slice(0, kept)
    .map((entry) => `${JSON.stringify(entry)},`)
    .join('')}`;
}

/** A body that breaks off after a text. */
export async function* brokenBehind(text: string, fault: string): AsyncGenerator<string, undefined> {
  if (text !== '') yield text;
  throw new ConnectionBrokenError(fault, 'terminated');
}
