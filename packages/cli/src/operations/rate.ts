import type { IncomingMessage } from 'node:http';
import type { NodeLocationRequest } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import type { Rate } from '../command-line/option-values.ts';
import { type ClientAddress, networkOf } from './client-address.ts';

/** What the limit depends on besides the rate. */
interface RateOptions {
  readonly rate: Rate;
  readonly clientAddress: ClientAddress;
  /** Returns the name of the token of a request that was handled, if it had a valid one. */
  readonly nameOfToken?: ((message: IncomingMessage) => string | undefined) | undefined;
}

/** How many `Authorization` fields are known to have a valid token. */
const maxKnown = 10_000;
/** Longer ones are not remembered: with Basic, any user can stand before the token. */
const maxFieldLength = 512;

/**
 * Responds with 429 `Too many requests` (D55) to a client that sends more than the rate: to a token, or to an
 * address without a valid one, so that guesses are limited as well.
 */
export function withRate(
  handle: Handler,
  { rate: { count, seconds }, clientAddress, nameOfToken }: RateOptions,
): Handler {
  const limiter = createRateLimiter(count, seconds * 1000);
  /** Names of tokens by the fields that had them. A token that is revoked keeps its limit of its own. */
  const known = new Map<string, string>();
  const refusal = (wait: number) => {
    const reason = `more than ${count} requests in ${seconds} s`;
    const response = errorResponse(429, 'Too many requests', { clause: 'D55', reason });
    return { ...response, headers: { ...response.headers, 'Retry-After': String(Math.ceil(wait / 1000)) } };
  };
  /** Notes the name of the token of a request that was handled, if it had a valid one. */
  const learn = (message: IncomingMessage, authorization: string) => {
    const name = nameOfToken?.(message);
    if (name === undefined) return;
    // With Basic, a token may come with any user.
    if (known.size >= maxKnown) known.clear();
    known.set(authorization, name);
  };
  return (request) => {
    const { message } = request as NodeLocationRequest;
    const { authorization = '' } = message.headers;
    const name = authorization === '' ? undefined : known.get(authorization);
    const client =
      name === undefined
        ? networkOf(clientAddress(message.socket.remoteAddress, message.headers))
        : `token ${name}`;
    const wait = limiter.take(client);
    if (wait > 0) return Promise.resolve(refusal(wait));
    const responding = handle(request);
    if (name !== undefined || authorization === '' || authorization.length > maxFieldLength)
      return responding;
    return responding.then((response) => {
      learn(message, authorization);
      return response;
    });
  };
}

/** Limits how often something may be done for each of many keys. */
interface RateLimiter {
  /** Takes one turn. Returns 0, or the milliseconds until there is one. `now` is in milliseconds. */
  take(key: string, now?: number): number;
  /** How many keys are remembered. */
  readonly size: number;
}

/** How many keys are remembered in each of two generations. A client with a whole network has many addresses. */
const maxKeys = 50_000;

/**
 * Creates token buckets that hold `count` and are full again after `period` milliseconds. A bucket that was
 * not used for so long is full, and forgotten; so are the oldest of more than 100,000.
 */
export function createRateLimiter(count: number, period: number): RateLimiter {
  const interval = period / count;
  /** When each bucket is full again. */
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let begin = Number.NEGATIVE_INFINITY;
  return {
    take(key, now = performance.now()) {
      if (recent.size >= maxKeys || now - begin >= period) {
        older = now - begin >= 2 * period ? new Map() : recent;
        recent = new Map();
        begin = now;
      }
      const full = Math.max(recent.get(key) ?? older.get(key) ?? now, now);
      const wait = full + interval - now - period;
      // The sum of many intervals is not exact.
      const isAdmitted = wait < 1e-6;
      recent.set(key, isAdmitted ? full + interval : full);
      return isAdmitted ? 0 : wait;
    },
    get size() {
      return recent.size + older.size;
    },
  };
}
