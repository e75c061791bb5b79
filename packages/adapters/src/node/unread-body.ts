import type { NodeRequest } from './node-request.ts';

/** How much of a body is read and dropped after the answer, for the sake of the connection. */
const maxRest = 65_536;
/** How long the client may take over it. */
const maxMilliseconds = 1000;

/** Whether the client has announced more than will be read after the answer. */
export function isRestTooLarge({ message, bytesRead }: NodeRequest): boolean {
  return Number(message.headers['content-length']) - bytesRead > maxRest;
}

/**
 * Reads and drops the rest of the body within bounds. Resolves to whether the body has ended, so that the
 * connection can go on.
 */
export function drain({ message }: NodeRequest): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (ended: boolean) => {
      clearTimeout(timer);
      message.off('data', take).off('end', end).off('error', stop).off('close', stop);
      message.pause();
      resolve(ended);
    };
    const end = () => settle(true);
    const stop = () => settle(false);
    const take = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxRest) stop();
    };
    const timer = setTimeout(stop, maxMilliseconds);
    message.on('data', take).on('end', end).on('error', stop).on('close', stop);
    message.resume();
  });
}
