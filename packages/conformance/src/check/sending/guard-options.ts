import type { AnswerMatter } from '../../http/matters.ts';
import type { CaseRequest, CaseResponse } from '../../http/service.ts';
import type { ScanEdits, Scanned } from './request-scanner.ts';
import type { Transcript } from './transcript.ts';

/** What stands between a case and the server. */
export interface GuardOptions {
  /** Awaited before a request is sent; rejects when it must not be. Targets are those of the case. */
  readonly allow: (method: string, target: string, request?: CaseRequest) => Promise<void>;
  /** Called before bytes are sent on a connection of the case's own; throws when they must not be. */
  readonly allowBytes: (scanned: Scanned) => void;
  /** Told of every request that was answered. */
  readonly answered: (request: CaseRequest, response: CaseResponse) => void;
  readonly edits: ScanEdits;
  readonly transcript: Transcript;
  readonly aside: ReadonlySet<AnswerMatter>;
  readonly freshId: () => string;
}
