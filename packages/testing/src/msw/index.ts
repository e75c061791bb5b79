/**
 * Lets Mock Service Worker (msw 2) answer with a fake. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { mswHandlers } from './msw-handlers.ts';
