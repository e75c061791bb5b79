import { gunzipSync } from 'node:zlib';
import {
  type CaseResponse,
  type Connection,
  ContractError,
  type Service,
} from '@location-records/conformance';

/**
 * A service that compresses every body, as seen by a client that asks for gzip and decodes the responses.
 * Their fields and bodies are then as they were before. On a connection, where a case writes each byte, the
 * client does not ask for gzip.
 */
export function gzipService(service: Service): Service {
  return {
    request: async ({ headers = [], ...request }) =>
      decode(await service.request({ ...request, headers: [...headers, ['Accept-Encoding', 'gzip']] })),
    freshId: () => service.freshId(),
    connect: async () => decodingConnection(await service.connect()),
    get faults() {
      return service.faults;
    },
  };
}

/** A connection whose responses are decoded. A head that is received apart from its body stays as it is. */
function decodingConnection(connection: Connection): Connection {
  return {
    send: (bytes) => connection.send(bytes),
    receive: async (method) => decode(await connection.receive(method)),
    receiveHead: () => connection.receiveHead(),
    async receiveBody(head, method) {
      const body = await connection.receiveBody(head, method);
      return isCompressed({ ...head, body }) ? gunzipSync(body) : body;
    },
    closed: () => connection.closed(),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    end: () => connection.end(),
    destroy: () => connection.destroy(),
  };
}

/**
 * Undoes a content coding (RFC 9110 section 8.4). `Content-Length` is then the length of the decoded body.
 */
function decode(response: CaseResponse): CaseResponse {
  if (!isCompressed(response)) return response;
  const body = gunzipSync(response.body);
  const {
    'content-encoding': _coding,
    'transfer-encoding': _framing,
    vary: _vary,
    ...headers
  } = response.headers;
  return { ...response, headers: { ...headers, 'content-length': [String(body.length)] }, body };
}

/** Whether there is a body. It must then be compressed, and the fields must say so. */
function isCompressed({ headers, body }: CaseResponse): boolean {
  if (body.length === 0) return false;
  const said = `${headers['content-encoding']}, ${headers.vary}, ${headers['content-length']}`;
  if (said === 'gzip, Accept-Encoding, undefined') return true;
  throw new ContractError('Content-Encoding, Vary, Content-Length', 'those of gzip', said);
}
