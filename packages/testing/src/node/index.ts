/**
 * Runs the HTTP contract over TCP from Node.js. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { nodeHttpExceptions } from './node-http-exceptions.ts';
export { openConnection, type SocketAddress } from './socket-connection.ts';
export { type SocketServiceOptions, socketService } from './socket-service.ts';
