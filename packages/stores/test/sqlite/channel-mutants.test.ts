import { runStoreCase, storeContract } from '@location-records/conformance';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it } from 'vitest';
import { type ChannelEnd, channelPair } from './channel-pair.ts';
import { withAreas } from './register-store-contract.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

/** A channel that breaks one promise: it changes the writes that are sent, or their results. */
interface ChannelMutant {
  /** What it does wrong, to follow "a channel that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  readonly change: (values: unknown[]) => unknown[];
  readonly of: 'writes' | 'results';
}

const mutants: readonly ChannelMutant[] = [
  { breaks: 'loses writes', killedBy: 'put-creates', of: 'writes', change: () => [] },
  {
    breaks: 'loses descriptions',
    killedBy: 'put-creates',
    of: 'writes',
    change: (values) => values.map((value, index) => (index % 5 === 2 ? null : value)),
  },
  {
    breaks: 'has each write change a record',
    killedBy: 'replace-absent-creates-nothing',
    of: 'results',
    change: (results) => results.map(() => true),
  },
];

describe('the store contract', () => {
  it.each(mutants)('rejects, by $killedBy, a channel that $breaks', async (mutant) => {
    await expect(runCase(mutant.killedBy, mutant)).rejects.toThrow();
  });

  it.each([...new Set(mutants.map(({ killedBy }) => killedBy))])(
    'accepts, by %s, the channel that the mutants are made of',
    async (killedBy) => {
      await expect(runCase(killedBy)).resolves.toBeUndefined();
    },
  );
});

async function runCase(killedBy: string, mutant?: ChannelMutant): Promise<void> {
  const killer = storeContract.find(({ id }) => id === killedBy);
  if (!killer) throw new Error(`There is no case ${killedBy}.`);
  const path = await temporaryPath();
  const owner = await openForTest(path, { areas: true });
  const open = async () => {
    const { near, far } = channelPair();
    for (const end of [near, far]) if (mutant) alter(end, mutant);
    owner.writeFor(near);
    return openSqliteStore({ path, areas: true, writer: far });
  };
  await runStoreCase(killer, async () => ({ open }), withAreas);
}

/** Lets an end send what the mutant makes of its messages. */
function alter(end: ChannelEnd, { of, change }: ChannelMutant): void {
  const { send } = end;
  end.send = (message, callback) => Reflect.apply(send, end, [altered(message), callback]);
  function altered(value: object): object {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name === of) return [name, change(member)];
        return [
          name,
          typeof member === 'object' && member !== null && !Array.isArray(member) ? altered(member) : member,
        ];
      }),
    );
  }
}
