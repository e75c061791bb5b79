/** The bytes of a request for the record `id` below a mount path; with a body when there is one. */
export function requestBytes(method: string, id: string, body?: string, mountPath = ''): Buffer {
  const content =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const target = `${mountPath}/${encodeURIComponent(id)}`;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}\r\n${body ?? ''}`);
}
