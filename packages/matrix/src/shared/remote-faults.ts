import type { Faults } from '@location-records/conformance';

/** Orders the failures of a fixture's store through its control, and knows the errors again that come back. */
export function remoteFaults(control: string): Faults {
  const ordered: Error[] = [];

  async function order(method: string, error: Error, batches?: number): Promise<void> {
    const number = ordered.push(error) - 1;
    const body = JSON.stringify({ method, batches, number, message: error.message });
    const { ok } = await fetch(control, { method: 'POST', body });
    if (!ok) throw new Error('The control of the fixture did not take the order.');
  }

  return {
    fail: (method, error) => order(method, error),
    failList: (batches, error) => order('list', error, batches),
    async reported() {
      const reported = (await (await fetch(control)).json()) as readonly (number | string)[];
      return reported.map((entry) => (typeof entry === 'number' ? ordered[entry] : new Error(entry)));
    },
  };
}
