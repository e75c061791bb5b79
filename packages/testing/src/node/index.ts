/**
 * Runs the HTTP contract over TCP from Node.js. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { http2Exceptions } from './http2-exceptions.ts';
export { type Http2Service, http2Service } from './http2-service.ts';
export { nodeHttpExceptions } from './node-http-exceptions.ts';
export { openConnection, type SocketAddress } from './socket-connection.ts';
export { type SocketServiceOptions, socketService } from './socket-service.ts';
