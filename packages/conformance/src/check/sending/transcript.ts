import type { CaseRequest } from '../../http/service.ts';
import type { Exchange } from '../levels.ts';

/** One step of a case on a connection of its own. */
export type ConnectionStep =
  | { readonly kind: 'send'; readonly bytes: string | Uint8Array; times: number }
  /** The case waited for a response. */
  | { readonly kind: 'wait' }
  /** The case ended its sending side. */
  | { readonly kind: 'end' };

/** A request of a case, or a connection of its own. */
export type Sent =
  | {
      readonly kind: 'request';
      readonly request: CaseRequest;
      /** Whether it was sent while an earlier request of the case had no response yet. */
      readonly isBeside?: boolean;
    }
  | { readonly kind: 'connection'; readonly steps: ConnectionStep[] };

/** Everything that a case sent, in the order in which sending began. */
export class Transcript {
  readonly sent: Sent[] = [];
  /** The last request whose response was received, with that response. */
  lastExchange: Exchange | undefined;

  request(request: CaseRequest, isBeside = false): void {
    this.sent.push({ kind: 'request', request, isBeside });
  }

  /** Begins a connection, and returns a function that records its steps. */
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
