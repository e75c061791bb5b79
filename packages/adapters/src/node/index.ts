/**
 * Mounts the location-records handler on node:http and node:http2. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { BodyUsedError } from '../body-used-error.ts';
export { createListener, type ListenerOptions, type NodeListener, type NodeResponse } from './listener.ts';
export type { NodeHandler, NodeLocationRequest, NodeMessage } from './node-handler.ts';
export { createServer, type ServerOptions } from './server.ts';
