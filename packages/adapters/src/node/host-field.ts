import type { IncomingMessage } from 'node:http';

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2), with a host that is not empty. */
const hostAndPort = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** Whether the request has exactly one `Host` field line, and a valid one. */
export function hasValidHost({ rawHeaders }: IncomingMessage): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1] as string;
  }
  return host !== undefined && hostAndPort.test(host);
}
