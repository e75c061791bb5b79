/**
 * What the calls of stores publish on `node:diagnostics_channel`, and how other stores take part.
 *
 * @module
 */
export { type BatchTrace, type StoreTrace, traceStore } from './trace-store.ts';
