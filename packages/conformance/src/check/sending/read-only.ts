import type { CaseRequest } from '../../http/service.ts';
import { NotJudgedError } from '../not-judged-error.ts';
import type { Scanned } from './request-scanner.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Whether a method changes nothing, on any server (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return safe.some((name) => name === method);
}

/** Whether what was sent of a request line so far can only become one of a safe method. */
export function canOnlyBeSafe(line: string): boolean {
  return safe.some((name) => `${name} `.startsWith(line.slice(0, name.length + 1)));
}

/** @throws {NotJudgedError} when a request is not one that only reads, or has a body. */
export function expectReading(method: string, request?: CaseRequest): void {
  if (!isSafe(method)) throw new NotJudgedError('It sends more than GET, HEAD and OPTIONS.');
  if (request?.body !== undefined) throw new NotJudgedError('It sends a body.');
}

/** @throws {NotJudgedError} when bytes of a connection could be, or become, more than a request that only reads. */
export function expectReadingBytes({ begun, openLine, hasMore }: Scanned): void {
  for (const { method } of begun) expectReading(method);
  if (!canOnlyBeSafe(openLine)) throw new NotJudgedError('It sends more than GET, HEAD and OPTIONS.');
  if (hasMore) throw new NotJudgedError('It sends a body, or what is no HTTP.');
}
