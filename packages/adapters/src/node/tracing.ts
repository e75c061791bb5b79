import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { LocationResponse } from '@location-records/core';
import type { NodeLocationRequest } from './node-request.ts';

/**
 * What subscribers of the tracing channel `location-records:request` get: the same object in each event of a
 * request, so that it can be the key of a `WeakMap`.
 */
export interface RequestTrace {
  readonly request: NodeLocationRequest;
  /** `undefined` until the handler has responded. */
  response?: LocationResponse | undefined;
  /** Why the handler rejected, or its response could not be sent. */
  error?: unknown;
}

/**
 * Traces each request that reaches a handler, from its turn on the connection until its response is written.
 * Without subscribers it costs one look.
 */
export const requestChannel: TracingChannel<unknown, RequestTrace> =
  tracingChannel('location-records:request');
