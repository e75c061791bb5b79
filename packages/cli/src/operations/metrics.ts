import { tracingChannel } from 'node:diagnostics_channel';
import type { GracefulServer, RequestSummary } from '@location-records/adapters/node';
import {
  type Handler,
  isStoreError,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { errorResponse, parseBasePath, segmentsBelow } from '@location-records/core/adapter-kit';
import type { BatchTrace, StoreTrace } from '@location-records/stores/tracing';
import type { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';
import { Histogram } from './histogram.ts';
import { routeNames } from './route-names.ts';

/** The values of a process, as plain data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Options of {@link createMetrics}. */
interface MetricsOptions {
  readonly basePath?: string | undefined;
  /**
   * Resolves to the text of all processes that serve together.
   * @default the text of this one
   */
  readonly gather?: (() => Promise<string>) | undefined;
}

/** The metrics of a service, for Prometheus. */
export interface Metrics {
  /** Counts a request, for the option `onRequest` of the server. */
  readonly observe: (summary: RequestSummary) => void;
  /** Serves `/-/metrics` in front of a handler (D54). */
  readonly route: (handle: Handler) => Handler;
  /** Resolves to the values of this process. */
  readonly snapshot: () => Promise<MetricsSnapshot>;
  /** Counts the connections and active requests of a server. */
  watch(server: GracefulServer): void;
  /** Ends what observes the store. */
  close(): void;
}

/** The buckets that OpenTelemetry advises for `http.server.request.duration`, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const callBuckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const sizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Any client may send another one. */
const knownMethods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'CONNECT',
  'TRACE',
]);

/** Of the library's own, those whose names Prometheus advises against. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** When a call of the store began, by `performance.now()`. */
const since = Symbol('since');
type Call = StoreTrace & { [since]?: number };

/**
 * Creates the metrics of this process, with those of the process itself.
 *
 * @throws {StartError} (rejects) when the package `prom-client` is missing.
 */
export async function createMetrics({ basePath, gather }: MetricsOptions): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await loadPromClient();
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'location_records_build_info',
    help: 'The version of location-records; always 1.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  }).set({ version: manifest.version }, 1);
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, to the end of the response.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: requestBuckets,
  });
  registry.registerMetric(durations.metric);
  const routeOf = routeNames(basePath);
  const { close } = observeStores(Counter, registry);
  const folder = [...parseBasePath(basePath ?? '/'), '-'];
  const text = gather ?? (() => registry.metrics());

  return {
    observe({ method = '', target, status = '', durationMs }) {
      const known = knownMethods.has(method) ? method : '_OTHER';
      const route = target === undefined ? 'unmatched' : routeOf(target);
      durations.observe(durationMs / 1000, known, route, String(status));
    },
    route(handle) {
      const serve = async (request: LocationRequest) => {
        const [name, ...rest] = segmentsBelow(request.target, folder) ?? [];
        if (name !== 'metrics' || rest.length > 0) return handle(request);
        return respond(request, registry.contentType, text);
      };
      return (request) => (mayBeMetrics.test(request.target) ? serve(request) : handle(request));
    },
    snapshot: () => registry.getMetricsAsJSON(),
    watch(server) {
      new Gauge({
        name: 'http_server_active_requests',
        help: 'HTTP requests that have no whole response yet; pipelined ones count as one.',
        registers,
        collect() {
          this.set(server.activeRequests());
        },
      });
      new Gauge({
        name: 'location_records_open_connections',
        help: 'Open connections of clients.',
        registers,
        async collect() {
          this.set(
            await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0))),
          );
        },
      });
    },
    close,
  };
}

/** A quick check: nearly all requests are for something else. */
const mayBeMetrics = /metrics|%/;

/** Loads the library, an optional peer dependency. */
export async function loadPromClient(): Promise<typeof import('prom-client')> {
  try {
    return await import('prom-client');
  } catch (cause) {
    const isMissing = /^Cannot find (?:package|module) 'prom-client'/.test((cause as Error).message);
    const problem = isMissing
      ? 'needs the package "prom-client": run "npm install prom-client", or add "--package prom-client" if npx runs it'
      : `cannot load the package "prom-client" (${describeError(cause)})`;
    throw new StartError(`--metrics ${problem}.`, { cause });
  }
}

/** Counts the calls of all stores of this process, until `close` is called. */
function observeStores(Counter: typeof import('prom-client').Counter, registry: Registry) {
  const durations = new Histogram({
    name: 'location_records_store_call_duration_seconds',
    help: 'Duration of calls of the store; a list is one call for each batch.',
    labelNames: ['method'],
    buckets: callBuckets,
  });
  const failures = new Counter({
    name: 'location_records_store_failures_total',
    help: 'Calls of the store that failed.',
    labelNames: ['method', 'code'],
    registers: [registry],
  });
  const sizes = new Histogram({
    name: 'location_records_store_batch_size',
    help: 'Records of one transaction of SQLite, or one statement of PostgreSQL.',
    labelNames: ['kind'],
    buckets: sizeBuckets,
  });
  registry.registerMetric(durations.metric);
  registry.registerMetric(sizes.metric);
  const begin = (call: unknown) => {
    (call as Call)[since] = performance.now();
  };
  const end = (message: unknown) => {
    const call = message as Call;
    const { method, error } = call;
    const from = call[since];
    if (from !== undefined) durations.observe((performance.now() - from) / 1000, method);
    if (error !== undefined) failures.inc({ method, code: isStoreError(error) ? error.code : 'OTHER' });
  };
  const count = (message: unknown) => {
    const { kind, size } = message as BatchTrace;
    sizes.observe(size, kind);
  };
  const calls = tracingChannel('location-records:store');
  const batches = tracingChannel('location-records:store-batch');
  calls.start.subscribe(begin);
  calls.asyncEnd.subscribe(end);
  batches.start.subscribe(count);
  return {
    close() {
      calls.start.unsubscribe(begin);
      calls.asyncEnd.unsubscribe(end);
      batches.start.unsubscribe(count);
    },
  };
}

const allow = 'GET, HEAD, OPTIONS';

async function respond(
  { method }: LocationRequest,
  contentType: string,
  text: () => Promise<string>,
): Promise<LocationResponse> {
  const explanation = { clause: 'D54', reason: 'the metrics' };
  if (method === 'OPTIONS') {
    return { status: 200, headers: { Allow: allow, 'Content-Length': '0' }, body: '', explanation };
  }
  if (method !== 'GET' && method !== 'HEAD') {
    const response = errorResponse(405, 'Method not allowed', { clause: 'D14', reason: `only ${allow}` });
    return { ...response, headers: { ...response.headers, Allow: allow } };
  }
  const body = await text();
  const headers = {
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
  };
  return { status: 200, headers, body: method === 'HEAD' ? '' : body, explanation };
}
