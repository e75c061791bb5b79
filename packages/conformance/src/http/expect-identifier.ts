import { expectEqual } from '../expect-equal.ts';
import { expectDone } from './expect.ts';
import { expectNotReplaced, expectProblem } from './expect-problem.ts';
import { resourceNotFound } from './messages.ts';
import { expectRecord, first, listed, second, store } from './records.ts';
import { ask, send } from './requests.ts';
import type { Service } from './service.ts';

/** Every method finds this identifier under this target, and all messages and the list tell it as it is. */
export async function expectIdentifier(service: Service, target: string, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
  expectNotReplaced(await service.request(send('PUT', target, first)), id);
  await store(service, target, first);
  await expectRecord(service, target, first);
  expectDone(await service.request(send('PUT', target, second)));
  expectEqual('listed', await listed(service, id), second);
  expectDone(await service.request(ask('DELETE', target)));
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
}
