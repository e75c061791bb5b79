import type { RedisNode } from './redis-node.ts';
import type { Servers } from './servers.ts';

/** One server that is not a node of a cluster. */
export class SingleServer implements Servers {
  readonly #node: RedisNode;

  constructor(node: RedisNode) {
    this.#node = node;
  }

  get masters(): ReadonlySet<RedisNode> {
    return new Set([this.#node]);
  }

  nodeOf(): RedisNode {
    return this.#node;
  }

  nodeAt(): RedisNode {
    return this.#node;
  }

  moved(): void {}

  async refresh(): Promise<void> {}

  close(): void {
    this.#node.close();
  }

  get isClosed(): boolean {
    return this.#node.isClosed;
  }
}
