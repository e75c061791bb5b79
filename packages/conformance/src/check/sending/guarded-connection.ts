import type { CaseResponseHead, Connection } from '../../http/service.ts';
import type { GuardOptions } from './guard-options.ts';
import { RequestScanner } from './request-scanner.ts';
import { underBasePath } from './under-base-path.ts';

/** A connection that lets only pass what the check may send, and takes it down. */
export function guardedConnection(
  connection: Connection,
  { allow, allowBytes, edits, transcript, aside }: GuardOptions,
): Connection {
  const scanner = new RequestScanner(edits);
  const note = transcript.connection();
  const judged = <Head extends CaseResponseHead>(head: Head): Head => ({ ...head, aside });
  return {
    async send(sent) {
      const scanned = scanner.scan(sent);
      allowBytes(scanned);
      for (const { method, target } of scanned.begun) {
        underBasePath(edits.basePath, target);
        await allow(method, target);
      }
      note({ bytes: scanned.bytes });
      return connection.send(scanned.bytes);
    },
    receive(method) {
      note('wait');
      const response = connection.receive(method).then(judged);
      // A case that has failed before does not look at the answer any more.
      response.catch(() => {});
      return response;
    },
    receiveHead() {
      note('wait');
      return connection.receiveHead().then(judged);
    },
    receiveBody: (head, method) => connection.receiveBody(head, method),
    closed: () => connection.closed(),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    end() {
      note('end');
      connection.end();
    },
    destroy: () => connection.destroy(),
  };
}
