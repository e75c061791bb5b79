/**
 * Mounts the location-records handler on node:http and node:http2. Everything public is listed here.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export {
  createListener,
  type ListenerOptions,
  type NodeListener,
  type NodeResponse,
} from './create-listener.ts';
export { createServer, type ServerOptions } from './create-server.ts';
export type {
  Guard,
  NodeHandler,
  NodeLocationRequest,
  NodeMessage,
  RequestHead,
  WholeResponse,
} from './node-handler.ts';
export type { RequestSummary } from './observe.ts';
export {
  enableShutdown,
  type GracefulServer,
  type Shutdown,
  type ShutdownOptions,
  type ShutdownResult,
} from './shutdown.ts';
