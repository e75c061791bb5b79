/** `uri-host [ ":" port ]` (RFC 9110 section 7.2), with a host that is not empty. */
const hostAndPort = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** The value of `Host` where these fields have exactly one, and a valid one. */
export function validHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1] as string;
  }
  return host !== undefined && hostAndPort.test(host) ? host : undefined;
}
