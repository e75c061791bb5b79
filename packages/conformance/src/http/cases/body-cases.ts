import { expectDone } from '../expect.ts';
import { expectNotReplaced, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, deleteMany, expectAbsent, expectRecord, first } from '../records.ts';
import { send } from '../requests.ts';

/** Bytes are made when the case runs: there may be megabytes, and some test environments lack `TextEncoder`. */
type Body = string | (() => Uint8Array);
type More = Parameters<typeof httpCase>[4];

function contentOf(body: Body): string | Uint8Array {
  return typeof body === 'string' ? body : body();
}

/** POST and PUT store this body, and GET returns it as this canonical JSON. */
export function acceptedBody(
  id: string,
  clause: string,
  title: string,
  body: Body,
  stored: string,
  more?: More,
): HttpCase {
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const content = contentOf(body);
      const created = service.freshId();
      expectDone(await service.request(send('POST', `/${created}`, content)));
      await expectRecord(service, `/${created}`, stored);
      const replaced = await createRecord(service);
      expectDone(await service.request(send('PUT', `/${replaced}`, content)));
      await expectRecord(service, `/${replaced}`, stored);
      // Kept records of thousands of characters would make the lists of all other cases long.
      await deleteMany(service, [created, replaced]);
    },
    more,
  );
}

/** POST and PUT refuse this body with 400. They create nothing, and leave a present record unchanged. */
export function refusedBody(
  id: string,
  clause: string,
  title: string,
  body: Body,
  more?: More & { readonly message?: string },
): HttpCase {
  const { message = messages.bodyInvalid, ...rest } = more ?? {};
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const content = contentOf(body);
      const [present, absent] = [await createRecord(service), service.freshId()];
      for (const method of ['POST', 'PUT']) {
        expectProblem(await service.request(send(method, `/${present}`, content)), 400, message);
        await expectRecord(service, `/${present}`, first);
      }
      expectProblem(await service.request(send('POST', `/${absent}`, content)), 400, message);
      const put = await service.request(send('PUT', `/${absent}`, content));
      if (message === messages.bodyMissing) expectProblem(put, 400, message);
      else expectNotReplaced(put, absent);
      await expectAbsent(service, absent);
    },
    rest,
  );
}
