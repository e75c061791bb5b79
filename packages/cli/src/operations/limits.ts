import type { ServerOptions } from '@location-records/adapters/node';
import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import type { Rate, TrustedProxies } from '../command-line/option-values.ts';
import type { ClientAddress } from './client-address.ts';
import { nameOfToken } from './token-names.ts';

/** The limits of `serve`. Times are in seconds. */
export interface LimitOptions {
  readonly maxConnections?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly rate?: Rate | undefined;
  readonly trustProxy?: TrustedProxies | undefined;
  readonly requestTimeout?: number | undefined;
  readonly idleTimeout?: number | undefined;
  readonly maxHeaderSize?: number | undefined;
}

/** Returns the options of a server with these limits. */
export function serverLimits({
  maxConnections,
  requestTimeout,
  idleTimeout,
  maxHeaderSize,
}: LimitOptions): ServerOptions {
  const time = milliseconds(requestTimeout);
  return {
    maxConnections,
    headersTimeout: time,
    bodyTimeout: time,
    idleTimeout: milliseconds(idleTimeout),
    maxHeaderSize,
  };
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Limits the requests to a handler. The rate is that of a token, if there are tokens. */
export async function withLimits(
  handle: Handler,
  { maxRequests, rate, tokenFile }: LimitOptions & { readonly tokenFile?: string | undefined },
  clientAddress: ClientAddress,
): Promise<Handler> {
  const limited = maxRequests === undefined ? handle : withMaxRequests(handle, maxRequests);
  if (!rate) return limited;
  const { withRate } = await import('./rate.ts');
  return withRate(limited, {
    rate,
    clientAddress,
    nameOfToken: tokenFile === undefined ? undefined : nameOfToken,
  });
}

/** Thrown to the handler in place of a body, and caught by the layer. */
class TooManyRequests extends Error {}

/**
 * Responds with 503 `Service unavailable` (D55) when `max` requests are being handled. Clients that send their
 * bodies, or read their lists, slowly do not count, so that they cannot keep others out.
 */
export function withMaxRequests(handle: Handler, max: number): Handler {
  let active = 0;
  /** Counts a write from the time its body has arrived. */
  const serveWrite = async (request: LocationRequest) => {
    let isActive = false;
    const body: LocationRequest['body'] = async (...limits) => {
      const bytes = await request.body(...limits);
      if (active >= max) throw new TooManyRequests();
      active++;
      isActive = true;
      return bytes;
    };
    try {
      return await handle(deriveRequest(request, { body }));
    } catch (error) {
      if (error instanceof TooManyRequests) return busy(max);
      throw error;
    } finally {
      if (isActive) active--;
    }
  };
  const serveOther = async (request: LocationRequest) => {
    if (active >= max) return busy(max);
    active++;
    try {
      return await handle(request);
    } finally {
      active--;
    }
  };
  return (request) =>
    request.method === 'POST' || request.method === 'PUT' ? serveWrite(request) : serveOther(request);
}

function busy(max: number): LocationResponse {
  const reason = `more than ${max} requests at once`;
  const response = errorResponse(503, 'Service unavailable', { clause: 'D55', reason });
  return { ...response, headers: { ...response.headers, 'Retry-After': '1' } };
}
