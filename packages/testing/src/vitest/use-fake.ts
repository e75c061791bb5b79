import type { Fake } from '../fake/fake.ts';
import { createTestFakes, receivedBy, type UseFakeOptions } from '../runners/test-fake.ts';

/** The members that are used of a test of Vitest. */
export interface VitestTask {
  readonly result?:
    | { readonly state: string; readonly errors?: { message?: unknown }[] | undefined }
    | undefined;
}

/** A fixture for `test.extend` of Vitest. In the scope of a file there is no task. */
export type FakeFixture = (
  context: { readonly task?: VitestTask | undefined },
  use: (fake: Fake) => Promise<void>,
) => Promise<void>;

/**
 * Makes a fixture of Vitest: a fork for each test that asks for it, which ends with the test. The last error of a test
 * that fails lists what the fake has received.
 *
 * @throws {InvalidArgumentError} when `fixture` is not a fake.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * const test = base.extend({ fake: useFake(createFake({ records }), { unmetFaults: 'fail' }) });
 *
 * test('deletes', async ({ fake }) => {});
 */
export function useFake(fixture: Fake, options?: UseFakeOptions): FakeFixture {
  const { begin, end } = createTestFakes(fixture, options);
  // Vitest reads the names in the braces from the text of this function.
  return async ({ task }, use) => {
    const fake = begin();
    await use(fake);
    const hasFailed = task?.result?.state === 'fail';
    const error = hasFailed ? task?.result?.errors?.at(-1) : undefined;
    // A test can throw anything. The errors of the fake itself list it already.
    if (typeof error?.message === 'string' && !error.message.includes('has arrived:')) {
      error.message += `\n\n${receivedBy(fake)}`;
    }
    await end(fake, hasFailed);
  };
}
