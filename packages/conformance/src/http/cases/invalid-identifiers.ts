import { expectHeadProblem, expectProblem } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { messages } from '../messages.ts';
import { first } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

const badEscapes: readonly (readonly [name: string, sent: string])[] = [
  ['lone-percent', '%'],
  ['percent-behind', 'a%'],
  ['one-digit', '%2'],
  ['no-digits', '%zz'],
  ['half-digit', '%2g'],
  ['percent-u', '%u00e9'],
  ['ff', '%FF'],
  ['cut', '%C3'],
  ['cut-before-letter', '%C3a'],
  ['cut-three', '%E2%82'],
  ['continuation', '%80'],
  ['overlong', '%C0%AF'],
  ['surrogate', '%ED%A0%80'],
  ['beyond', '%F4%90%80%80'],
];

async function expectInvalid(service: Service, target: string): Promise<void> {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const isWrite = method.startsWith('P');
    const answer = await service.request(isWrite ? send(method, target, first) : ask(method, target));
    expectProblem(answer, 400, messages.idInvalid);
  }
  expectHeadProblem(await service.request(ask('HEAD', target)), 400, messages.idInvalid);
}

/** Identifiers that are none. */
export const invalidIdentifiers: readonly HttpCase[] = [
  ...badEscapes.map(([name, sent]) =>
    httpCase(
      `id-bad-escape-${name}`,
      'D3',
      `The escape in "${sent}" is not valid, for every method.`,
      async (service) => {
        await expectInvalid(service, `/${service.freshId()}${sent}`);
        await expectInvalid(service, `/${sent}`);
      },
    ),
  ),
];
