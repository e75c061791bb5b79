/**
 * Mounts the location-records handler on node:http and node:http2. Everything public is listed here; what is not, may change.
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
export type { Guard, RequestHead } from './guard.ts';
export type { NodeHandler, NodeLocationRequest, NodeMessage } from './node-handler.ts';
export type { RawResponse } from './raw-response.ts';
export type { WholeResponse } from './write-response.ts';
