/**
 * Runs the HTTP contract over TCP from Node.js, and checks running servers. Only what this module exports is public.
 *
 * @module
 */
export { CheckError, type CheckErrorCode } from '../check/check-error.ts';
export type { CheckOptions, CheckProgress } from '../check/check-options.ts';
export type {
  CaseFailure,
  CaseReport,
  CheckCounts,
  CheckReport,
  ClauseReport,
  CleanupReport,
} from '../check/check-report.ts';
export { checkServer } from '../check/check-server.ts';
export { showDifference } from '../check/describe-failure.ts';
export type { CheckLevel } from '../check/levels.ts';
export { type ListedCase, listCases, type PlanOptions } from '../check/plan-check.ts';
export type { ConnectOptions } from '../transport/socket-connection.ts';
export { openConnection } from '../transport/socket-connection.ts';
export { type SocketService, type SocketServiceOptions, socketService } from '../transport/socket-service.ts';
export { type UrlService, type UrlServiceOptions, urlService } from '../transport/url-service.ts';
