import type { CaseRequest } from '../http/service.ts';

/** One of the two services does not respond at all. `cause` is what its last request rejected with. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'SERVICE_UNREACHABLE';
  /** Which of the two it is. */
  readonly service: 'a' | 'b';
  /** The generated call that was the first to have no response; `undefined` when it was none of these. */
  readonly request: CaseRequest | undefined;

  constructor(service: 'a' | 'b', cause: unknown, request?: CaseRequest) {
    super(`Service ${service} does not respond${request ? ' any more' : ''}.`, { cause });
    this.service = service;
    this.request = request;
  }
}
