import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectNotReplaced, expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createRecord,
  expectAbsent,
  expectApart,
  expectListed,
  expectRecord,
  first,
  second,
  store,
} from '../records.ts';
import { ask, send } from '../requests.ts';

/** SPEC section 3: every transition, without changes to other records. */
export const states: readonly HttpCase[] = [
  httpCase('state-absent', 'SPEC 3', 'A record that was never created is absent.', async (service) => {
    await expectAbsent(service, service.freshId());
  }),
  httpCase('state-post-creates', 'SPEC 3', 'POST on an absent record creates it.', async (service) => {
    const id = service.freshId();
    await expectAbsent(service, id);
    expectDone(await service.request(send('POST', `/${id}`, first)));
    await expectRecord(service, `/${id}`, first);
  }),
  ...['POST', 'PUT'].flatMap((method) => {
    const name = method.toLowerCase();
    return [
      httpCase(
        `state-${name}-replaces`,
        'SPEC 3',
        `${method} on a present record replaces every field.`,
        async (service) => {
          const id = await createRecord(service);
          expectDone(await service.request(send(method, `/${id}`, second)));
          await expectRecord(service, `/${id}`, second);
          expectDone(await service.request(send(method, `/${id}`, first)));
          await expectRecord(service, `/${id}`, first);
        },
      ),
      httpCase(
        `state-${name}-removes-description`,
        'SPEC 3',
        `${method} without a description removes the old one.`,
        async (service) => {
          const id = await createRecord(service);
          expectDone(await service.request(send(method, `/${id}`, bare)));
          await expectRecord(service, `/${id}`, bare);
        },
      ),
      httpCase(
        `state-${name}-adds-description`,
        'SPEC 3',
        `${method} with a description adds it to a record without one.`,
        async (service) => {
          const id = await createRecord(service, bare);
          expectDone(await service.request(send(method, `/${id}`, first)));
          await expectRecord(service, `/${id}`, first);
        },
      ),
      httpCase(
        `state-${name}-leaves-others`,
        'SPEC 3',
        `${method} does not change other records.`,
        async (service) => {
          const [id, other] = [await createRecord(service), await createRecord(service)];
          expectDone(await service.request(send(method, `/${id}`, second)));
          await expectRecord(service, `/${other}`, first);
          await expectRecord(service, `/${id}`, second);
        },
      ),
      httpCase(
        `state-${name}-idempotent`,
        'SPEC 3',
        `${method} of the same Location twice leaves one record with this Location.`,
        async (service) => {
          const id = await createRecord(service);
          for (const _ of [1, 2]) expectDone(await service.request(send(method, `/${id}`, second)));
          await expectRecord(service, `/${id}`, second);
          await expectListed(service, id, second);
        },
      ),
      httpCase(
        `state-${name}-after-delete`,
        'SPEC 3',
        `${method} after DELETE finds the record absent.`,
        async (service) => {
          const id = await createRecord(service);
          expectDone(await service.request(ask('DELETE', `/${id}`)));
          const response = await service.request(send(method, `/${id}`, bare));
          if (method === 'PUT') {
            expectNotReplaced(response, id);
            await expectAbsent(service, id);
          } else {
            expectDone(response);
            await expectRecord(service, `/${id}`, bare);
          }
        },
      ),
    ];
  }),
  httpCase(
    'state-put-absent',
    'SPEC 3',
    'PUT on an absent record is 404, and creates nothing.',
    async (service) => {
      const id = service.freshId();
      for (const _ of [1, 2]) {
        expectNotReplaced(await service.request(send('PUT', `/${id}`, first)), id);
      }
      await expectAbsent(service, id);
      await expectListed(service, id, undefined);
    },
  ),
  httpCase('state-delete-removes', 'SPEC 3', 'DELETE on a present record removes it.', async (service) => {
    const id = await createRecord(service);
    expectDone(await service.request(ask('DELETE', `/${id}`)));
    await expectAbsent(service, id);
    await expectListed(service, id, undefined);
  }),
  httpCase('state-delete-absent', 'SPEC 3', 'DELETE on an absent record is 200, too.', async (service) => {
    const id = service.freshId();
    for (const _ of [1, 2]) expectDone(await service.request(ask('DELETE', `/${id}`)));
    await expectAbsent(service, id);
  }),
  httpCase('state-delete-twice', 'SPEC 3', 'DELETE twice is 200 twice.', async (service) => {
    const id = await createRecord(service);
    for (const _ of [1, 2]) expectDone(await service.request(ask('DELETE', `/${id}`)));
    await expectAbsent(service, id);
  }),
  httpCase(
    'state-delete-leaves-others',
    'SPEC 3',
    'DELETE does not remove other records.',
    async (service) => {
      const [before, id, after] = [
        await createRecord(service),
        await createRecord(service),
        await createRecord(service),
      ];
      // A service may keep records under longer keys, or look for the end of an identifier.
      const ending = ['a', '0', ':', '/', '.', '-', '|', ' ', '%'].map((start) => `${start}${id}`);
      for (const other of ending) await store(service, `/${encodeURIComponent(other)}`, first);
      await expectApart(service, ending);
      expectDone(await service.request(ask('DELETE', `/${id}`)));
      for (const other of [before, after, ...ending]) {
        await expectRecord(service, `/${encodeURIComponent(other)}`, first);
        await expectListed(service, other, first);
      }
    },
  ),
  httpCase(
    'state-delete-prefix',
    'SPEC 3',
    'DELETE does not remove records whose identifiers begin with its identifier.',
    async (service) => {
      const id = await createRecord(service);
      for (const other of [`${id}.more`, `${id}%2F1`]) {
        expectDone(await service.request(send('POST', `/${other}`, second)));
      }
      await expectApart(service, [id, `${id}.more`, `${id}/1`]);
      expectDone(await service.request(ask('DELETE', `/${id}`)));
      await expectAbsent(service, id);
      for (const other of [`${id}.more`, `${id}%2F1`]) await expectRecord(service, `/${other}`, second);
    },
  ),
  httpCase('state-get-is-safe', 'SPEC 3', 'GET and HEAD never change state.', async (service) => {
    const [id, absent] = [await createRecord(service), service.freshId()];
    for (const target of [`/${id}`, '/', `/${absent}`]) {
      for (const method of ['GET', 'HEAD', 'GET']) await service.request(ask(method, target));
    }
    await expectRecord(service, `/${id}`, first);
    await expectAbsent(service, absent);
    await expectListed(service, id, first);
    await expectListed(service, absent, undefined);
  }),
  httpCase('state-get-with-body', 'SPEC 3', 'A body on GET is not a write.', async (service) => {
    const id = await createRecord(service);
    expectEqual('status', (await service.request(send('GET', `/${id}`, second))).status, 200);
    await expectRecord(service, `/${id}`, first);
  }),
  httpCase('state-life', 'SPEC 3', 'A removed record can be created again.', async (service) => {
    const id = await createRecord(service);
    expectDone(await service.request(ask('DELETE', `/${id}`)));
    expectDone(await service.request(send('POST', `/${id}`, bare)));
    await expectRecord(service, `/${id}`, bare);
    expectDone(await service.request(send('PUT', `/${id}`, second)));
    await expectRecord(service, `/${id}`, second);
    expectDone(await service.request(ask('DELETE', `/${id}`)));
    expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
  }),
  httpCase('state-put-delete-race', 'D42', 'A concurrent PUT never undoes a DELETE.', async (service) => {
    // A PUT that creates records undoes every earlier DELETE, also without a race.
    const absent = service.freshId();
    expectNotReplaced(await service.request(send('PUT', `/${absent}`, second)), absent);
    for (let head = 0; head < 30; head++) {
      const id = await createRecord(service);
      const replaced = service.request(send('PUT', `/${id}`, second));
      for (let turn = 0; turn < head; turn++) await Promise.resolve();
      const removed = service.request(ask('DELETE', `/${id}`));
      expectDone(await removed);
      const response = await replaced;
      if (response.status < 300) expectDone(response);
      else expectNotReplaced(response, id);
      await expectAbsent(service, id);
    }
  }),
  httpCase(
    'state-refused-write',
    'SPEC 4.5',
    'A refused write leaves an absent record absent.',
    async (service) => {
      const id = service.freshId();
      expectProblem(await service.request(send('POST', `/${id}`, '{')), 400, messages.bodyInvalid);
      expectProblem(await service.request(send('POST', `/${id}`, first, [])), 400, messages.contentType);
      expectProblem(await service.request(send('POST', `/${id}`, '')), 400, messages.bodyMissing);
      await expectAbsent(service, id);
    },
  ),
];
