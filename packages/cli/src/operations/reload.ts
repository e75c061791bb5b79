import { errorEvent, type Report } from '../commands/serve/log-lines.ts';
import type { StopSignal } from '../io.ts';

/** The files that a service reads again. */
interface ReloadableFiles {
  readonly tlsCert?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/**
 * The only place that decides what SIGHUP does: it makes a service read its files of tokens and certificates
 * again, if it has one, and otherwise stops the command, as it does for every other.
 */
export function reloadsOnHangup({ tlsCert, tokenFile }: ReloadableFiles): boolean {
  return (tlsCert ?? tokenFile) !== undefined;
}

/** Returns the signals that stop a command: SIGHUP is none of them if the command reloads. */
export function stopSignalsOf(reloads: boolean): readonly StopSignal[] {
  return reloads ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/**
 * Adds what a reload does. When `act` has resolved, the log says that `what` was read again, an option such as
 * `--token-file`. If it throws, the log gets the error; `act` must then have kept what it had.
 */
export type OnReload = (act: () => unknown, what?: string) => void;

/** What a service does when it is asked to reload. */
export interface Reloads {
  readonly onReload: OnReload;
  /** Calls everything that was added, in turn, after any earlier reload. Never rejects. */
  reload(): Promise<void>;
}

/** Creates an empty list of what a reload does. */
export function createReloads(report: Report): Reloads {
  const acts: Readonly<{ act: () => unknown; what: string | undefined }>[] = [];
  let latest = Promise.resolve();
  const reload = async () => {
    for (const { what, act } of acts) {
      try {
        await act();
        if (what !== undefined) report({ event: 'reread', what });
      } catch (error) {
        report(errorEvent(error));
      }
    }
  };
  return {
    onReload: (act, what) => void acts.push({ act, what }),
    reload() {
      latest = latest.then(reload);
      return latest;
    },
  };
}
