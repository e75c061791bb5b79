import type { Readable } from 'node:stream';
import type { NodeRequest } from './node-request.ts';

/** How many bytes of a body are read and dropped after the response, to keep the connection usable. */
const maxRest = 65_536;
/** How long the client may take to send them, and has time to read its response when it sends more. */
const maxMilliseconds = 500;

/** Whether the client has announced more than will be read after the response. */
export function isRestTooLarge({ message, bytesRead }: NodeRequest): boolean {
  return Number(message.headers['content-length']) - bytesRead > maxRest;
}

/**
 * Reads and drops the rest of the body within bounds. Resolves to whether the body has ended, so that the connection
 * can be used again. A client that sends more is given time to read its response: closing a connection with unread
 * bytes resets it, and a client that is still sending may never see the response.
 */
export function drain({ message }: { readonly message: Readable }): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (ended: boolean) => {
      clearTimeout(timer);
      stopReading();
      message.off('end', end).off('error', fail).off('close', fail);
      resolve(ended);
    };
    const stopReading = () => message.off('data', take).pause();
    const end = () => settle(true);
    const fail = () => settle(false);
    const take = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxRest) stopReading();
    };
    const timer = setTimeout(fail, maxMilliseconds);
    message.on('data', take).on('end', end).on('error', fail).on('close', fail);
    message.resume();
  });
}
