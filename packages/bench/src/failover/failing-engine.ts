/** A store whose engine can be made to fail, and what is promised of it. */
export interface FailingEngine {
  readonly name: string;
  /** The store URL. */
  readonly url: string;
  /** Whether it promises that no acknowledged write is lost. */
  readonly promises: boolean;
  /** Kills it, or the part of it that `pick`, from 0 to below 1, chooses; `lagging` where what is left is behind. */
  kill(pick: number, lagging: boolean): Promise<void>;
  /** Starts what was killed again, once what is left has taken over. */
  recover(): Promise<void>;
  /** Waits until it is whole again. */
  mend(): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}
