/**
 * Runs the HTTP contract over TCP from Node.js, and checks running servers. Only what this module exports is
 * public.
 *
 * @module
 */
export { CheckError } from '../check/check-error.ts';
export type { CheckOptions } from '../check/check-options.ts';
export type { CaseReport, CheckReport, Finding } from '../check/check-report.ts';
export { checkServer } from '../check/check-server.ts';
export { showDifference } from '../check/show-difference.ts';
export { createUrlService } from '../transport/url-service.ts';
