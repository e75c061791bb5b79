/**
 * One end of a channel for messages between two processes, as node:child_process and node:cluster make it: `process` in
 * the process that was forked, and its `ChildProcess` or `Worker` in the other one. It may carry other messages, too.
 */
export interface ProcessChannel {
  send?(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message' | 'disconnect' | 'close', listener: (message: unknown) => void): unknown;
  off(event: 'message' | 'disconnect' | 'close', listener: (message: unknown) => void): unknown;
}

/** Whether a value is one end of a channel. `process` of a process that was not forked has no `send`. */
export function isChannel(value: unknown): value is ProcessChannel {
  const channel = value as Partial<ProcessChannel> | null | undefined;
  return (
    typeof channel?.send === 'function' &&
    typeof channel.on === 'function' &&
    typeof channel.off === 'function'
  );
}

/** Whether no more messages can come. A `Worker` has a method that tells it, and `process` and a `ChildProcess` a member. */
export function isClosed(channel: ProcessChannel): boolean {
  const { isConnected, connected } = channel as { isConnected?(): boolean; readonly connected?: boolean };
  return (isConnected ? isConnected.call(channel) : connected) === false;
}

/** What hears of a channel. */
export interface ChannelListener {
  receive(message: unknown): void;
  disconnect(): void;
}

/** The listeners of a channel, and what ends listening. */
interface Listening {
  readonly all: Set<ChannelListener>;
  stop(): void;
}

const listenings = new WeakMap<ProcessChannel, Listening>();

/**
 * Lets a listener hear of a channel until the returned function is called. All of them share one listener of node:events,
 * which warns of more than ten. Node.js keeps the process alive meanwhile.
 */
export function listenTo(channel: ProcessChannel, listener: ChannelListener): () => void {
  const { all, stop } = listenings.get(channel) ?? startListening(channel);
  all.add(listener);
  return () => {
    if (all.delete(listener) && all.size === 0) stop();
  };
}

function startListening(channel: ProcessChannel): Listening {
  const all = new Set<ChannelListener>();
  const receive = (message: unknown) => {
    for (const listener of [...all]) listener.receive(message);
  };
  const disconnect = () => {
    for (const listener of [...all]) listener.disconnect();
  };
  channel.on('message', receive);
  // A child that was killed while it took a handle has `close` alone.
  const ends = ['disconnect', 'close'] as const;
  for (const end of ends) channel.on(end, disconnect);
  const stop = () => {
    channel.off('message', receive);
    for (const end of ends) channel.off(end, disconnect);
    listenings.delete(channel);
  };
  const listening = { all, stop };
  listenings.set(channel, listening);
  return listening;
}
