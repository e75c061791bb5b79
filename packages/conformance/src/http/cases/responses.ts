import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectNotReplaced, expectProblem, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectListed, expectRecord, first, readList, second } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

/** Creates a record, and ignores the response, which other cases judge. */
async function anyRecord(service: Service): Promise<string> {
  const id = service.freshId();
  await service.request(send('POST', `/${id}`, first));
  return id;
}

/** SPEC section 4: successful responses. */
export const responses: readonly HttpCase[] = [
  httpCase(
    'response-post-created',
    'SPEC 4',
    'The response to POST that creates is 200 (not 201), empty, without a content type.',
    async (service) => {
      expectDone(await service.request(send('POST', `/${service.freshId()}`, first)));
    },
  ),
  httpCase(
    'response-post-replaced',
    'SPEC 4',
    'The response to POST that replaces is 200, empty, without a content type.',
    async (service) => {
      expectDone(await service.request(send('POST', `/${await anyRecord(service)}`, second)));
    },
  ),
  httpCase(
    'response-put',
    'SPEC 4',
    'The response to PUT is 200, empty, without a content type.',
    async (service) => {
      expectDone(await service.request(send('PUT', `/${await anyRecord(service)}`, second)));
    },
  ),
  httpCase(
    'response-delete',
    'SPEC 4',
    'The response to DELETE is 200, empty, without a content type.',
    async (service) => {
      const id = await anyRecord(service);
      expectDone(await service.request(ask('DELETE', `/${id}`)));
      expectDone(await service.request(ask('DELETE', `/${id}`)), 'SPEC 3');
    },
  ),
  httpCase(
    'response-get-record',
    'SPEC 4',
    'The response to GET of a record is 200, with a Location object in JSON.',
    async (service) => {
      await expectRecord(service, `/${await createRecord(service)}`, first);
    },
  ),
  httpCase(
    'response-get-list',
    'SPEC 4',
    'The response to GET of the root is 200, with the Location list in JSON.',
    async (service) => {
      const id = await createRecord(service);
      await expectListed(service, id, first);
    },
  ),
  httpCase('response-get-absent', 'SPEC 4.1', 'GET of an absent record is 404.', async (service) => {
    const id = service.freshId();
    expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
  }),
  httpCase(
    'response-post-upsert',
    'SPEC 4.2',
    'POST creates an absent record, and replaces a present one.',
    async (service) => {
      const id = service.freshId();
      for (const location of [first, second]) {
        expectDone(await service.request(send('POST', `/${id}`, location)));
        await expectRecord(service, `/${id}`, location);
      }
    },
  ),
  httpCase(
    'response-put-only-replaces',
    'SPEC 4.3',
    'PUT replaces a present record. For an absent one it is 404, and creates nothing.',
    async (service) => {
      const [id, absent] = [await createRecord(service), service.freshId()];
      expectDone(await service.request(send('PUT', `/${id}`, second)));
      await expectRecord(service, `/${id}`, second);
      expectNotReplaced(await service.request(send('PUT', `/${absent}`, second)), absent);
      expectEqual(
        'listed',
        (await readList(service)).some(([entry]) => entry === absent),
        false,
      );
    },
  ),
];
