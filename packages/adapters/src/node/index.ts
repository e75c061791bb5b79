/**
 * Mounts the location-records handler on node:http.
 *
 * @module
 */
export { createListener } from './create-listener.ts';
export { createServer, type Guard, type ServerOptions } from './create-server.ts';
export type { NodeLocationRequest } from './node-request.ts';
export type { RequestSummary } from './observe.ts';
export { enableShutdown, type GracefulServer } from './shutdown.ts';
export type { RequestTrace } from './tracing.ts';
