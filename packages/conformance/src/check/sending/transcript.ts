import type { CaseRequest } from '../../http/service.ts';

/** What a case did on a connection of its own, one after the other. */
export type ConnectionStep =
  | { readonly kind: 'send'; readonly bytes: string | Uint8Array; times: number }
  /** It waited for a response. */
  | { readonly kind: 'wait' }
  /** It said that no more would come. */
  | { readonly kind: 'end' };

/** What a case sent: a request, or bytes on a connection of its own. */
export type Sent =
  | { readonly kind: 'request'; readonly request: CaseRequest }
  | { readonly kind: 'connection'; readonly steps: ConnectionStep[] };

/** Everything that a case sent, in the order in which it began. */
export class Transcript {
  readonly sent: Sent[] = [];

  request(request: CaseRequest): void {
    this.sent.push({ kind: 'request', request });
  }

  /** Begins a connection; gives what takes down its steps. */
  connection(): (step: 'wait' | 'end' | { readonly bytes: string | Uint8Array }) => void {
    const steps: ConnectionStep[] = [];
    this.sent.push({ kind: 'connection', steps });
    return (step) => {
      const last = steps.at(-1);
      if (typeof step === 'string') {
        if (last?.kind !== step) steps.push({ kind: step });
      } else if (last?.kind === 'send' && last.bytes === step.bytes) {
        last.times++;
      } else {
        steps.push({ kind: 'send', bytes: step.bytes, times: 1 });
      }
    };
  }
}
