import type { CaseRequest } from '../../http/service.ts';
import { NotJudgedError } from '../not-judged-error.ts';
import type { Scanned } from './request-scanner.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Whether a method is safe: it changes nothing on any server (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return safeMethods.some((name) => name === method);
}

/** Whether the part of a request line sent so far can only belong to a safe method. */
function canOnlyBeSafe(line: string): boolean {
  return safeMethods.some((name) => `${name} `.startsWith(line.slice(0, name.length + 1)));
}

/** @throws {NotJudgedError} when a request has another method, or a body. */
export function expectReadOnly(method: string, request?: CaseRequest): void {
  if (!isSafe(method)) throw new NotJudgedError('It sends more than GET, HEAD and OPTIONS.');
  if (request?.body !== undefined) throw new NotJudgedError('It sends a body.');
}

/** @throws {NotJudgedError} when the bytes on a connection may be more than requests with safe methods. */
export function expectReadOnlyBytes({ begun, openLine, hasMore }: Scanned): void {
  for (const { method } of begun) expectReadOnly(method);
  if (!canOnlyBeSafe(openLine)) throw new NotJudgedError('It sends more than GET, HEAD and OPTIONS.');
  if (hasMore) throw new NotJudgedError('It sends a body, or invalid HTTP.');
}
