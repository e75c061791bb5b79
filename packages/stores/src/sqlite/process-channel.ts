/**
 * One end of a channel for messages between two processes, as node:child_process and node:cluster make it: `process` in
 * the process that was forked, and its `ChildProcess` or `Worker` in the other one. It may carry other messages, too.
 */
export interface ProcessChannel {
  send?(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
  off(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
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
