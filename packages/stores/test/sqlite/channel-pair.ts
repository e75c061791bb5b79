import { EventEmitter } from 'node:events';
import type { ProcessChannel } from '@location-records/stores/sqlite';

/** One end of a channel within one process. */
export class ChannelEnd extends EventEmitter implements ProcessChannel {
  other: ChannelEnd | undefined;
  /** The messages that were sent from this end. */
  readonly sent: object[] = [];

  get connected(): boolean {
    return this.other !== undefined;
  }

  send(message: object, callback: (error: Error | null) => void): boolean {
    const { other } = this;
    if (!other) {
      setImmediate(() => callback(new Error('The channel is closed.')));
      return false;
    }
    this.sent.push(message);
    // What a channel between processes keeps by default.
    const text = JSON.stringify(message);
    setImmediate(() => {
      callback(null);
      other.emit('message', JSON.parse(text));
    });
    return true;
  }

  /** Closes both ends. What is under way still arrives. */
  disconnect(): void {
    const { other } = this;
    this.other = undefined;
    this.emit('disconnect');
    other?.disconnect();
  }
}

/** Both ends of a new channel. */
export function channelPair(): { readonly near: ChannelEnd; readonly far: ChannelEnd } {
  const [near, far] = [new ChannelEnd(), new ChannelEnd()];
  near.other = far;
  far.other = near;
  return { near, far };
}
