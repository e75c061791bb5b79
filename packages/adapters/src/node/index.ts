/**
 * Mounts the location-records handler on node:http. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { createListener, type NodeListener } from './listener.ts';
export { createServer, type ServerOptions } from './server.ts';
