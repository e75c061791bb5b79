import type { CaseRequest } from '../http/service.ts';

/** One of the two services does not respond. `cause` is the error of its last request. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'SERVICE_UNREACHABLE';
  /** The service that does not respond. */
  readonly service: 'a' | 'b';
  /** The first generated call without a response; `undefined` when another request failed. */
  readonly request: CaseRequest | undefined;

  constructor(service: 'a' | 'b', cause: unknown, request?: CaseRequest) {
    super(`Service ${service} ${request ? 'no longer responds' : 'does not respond'}.`, { cause });
    this.service = service;
    this.request = request;
  }
}
