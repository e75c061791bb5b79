import type { Reply } from '../../src/redis/client.ts';

/** Sends one command over the connection, or over another one. */
export type Send = (args: readonly (string | Buffer)[]) => Promise<Reply>;

/** The Redis store over a client that does one thing wrong. */
export interface RedisMutant {
  readonly id: string;
  /** What it does wrong, to follow "a store that". */
  readonly breaks: string;
  /** The case of the store contract, of `redisCases` or of `areaCases`, that must reject it. */
  readonly killedBy: string;
  /** Does what the sound client would do with `args` by `send`; `sendElsewhere` uses a connection of its own. Places come as bytes. */
  readonly act: (args: readonly string[], send: Send, sendElsewhere: Send) => Promise<Reply>;
}
