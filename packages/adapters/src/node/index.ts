/**
 * Mounts the location-records handler on node:http. Everything public is listed here.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export { createListener, type NodeListener } from './create-listener.ts';
export {
  createServer,
  type Guard,
  type RequestHead,
  type ServerOptions,
} from './create-server.ts';
export type { NodeHandler, NodeLocationRequest } from './node-request.ts';
export type { RequestSummary } from './observe.ts';
export type { WholeResponse } from './protocol-errors.ts';
export {
  enableShutdown,
  type GracefulServer,
  type Shutdown,
  type ShutdownOptions,
  type ShutdownResult,
} from './shutdown.ts';
