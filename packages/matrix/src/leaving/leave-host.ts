import type { Verdict } from '@location-records/dev-kit/campaigns';
import { type Counts, HostProcess } from './host-process.ts';
import type { LeavingClients } from './leaving-clients.ts';
import type { LeavingHost } from './leaving-hosts.ts';
import { checkGrowth, type Memory } from './memory.ts';

/** The extent of the campaign with each host. */
export interface Extent {
  /** Rounds in which the heaps and buffers of the runtime grow to what they need. */
  readonly warmingUp: number;
  /** Rounds after those. */
  readonly rounds: number;
  /** Clients of a round that stop reading the list. */
  readonly stalled: number;
  /** Clients of a round that leave in the list, and as many in an upload. */
  readonly leaving: number;
}

/** The figures of a host: its memory after each round, and the batches that were read for each stalled client. */
interface Figures {
  readonly memory: readonly Memory[];
  readonly batchesPerStalled: number;
}

/** Lets clients leave a host in every way, round after round, and checks that nothing of them is left. */
export async function leaveHost(
  leavingHost: LeavingHost,
  { warmingUp, rounds, stalled, leaving }: Extent,
  verdict: Verdict,
): Promise<Figures> {
  const check = (title: string, holds: boolean) => verdict.check(`${leavingHost.name}: ${title}`, holds);
  const host = await HostProcess.start(leavingHost);
  const clients = leavingHost.clients(host.port);
  const memory: Memory[] = [];
  let batchesPerStalled = 0;
  try {
    for (let round = 1; round <= warmingUp + rounds; round++) {
      batchesPerStalled = await stallRound(host, clients, stalled, check);
      await clients.leaveLists(leaving);
      check('clients that left half-way left no list open', await host.reaches(isNothingOpen));
      const leave = await clients.beginUploads(leaving);
      const areAllThere = await host.reaches(({ openRequests }) => openRequests === leaving);
      check('the service waits for every upload', areAllThere);
      leave();
      check('uploads that were aborted left no request open', await host.reaches(isNothingOpen));
      memory.push(await host.memory());
    }
    const { writes, errors } = await host.counts();
    check('nothing was written', writes === 0);
    check('no client was broken off before it left', clients.brokenOff === 0);
    check('no client that left was reported as an error', errors === 0);
    checkGrowth(memory, warmingUp, check);
    check('it still responds', (await clients.ask()) === 404);
    check('the process is still running', host.isRunning);
    check(`it printed no error, no warning and no rejection: ${host.printed}`, host.printed === '');
  } finally {
    clients.end();
    await host.end();
  }
  return { memory, batchesPerStalled };
}

/** Resolves to the number of batches that were read for each client that stopped reading. */
async function stallRound(
  host: HostProcess,
  clients: LeavingClients,
  stalled: number,
  check: Verdict['check'],
): Promise<number> {
  const { batches } = await host.counts();
  const leave = await clients.stallLists(stalled);
  const isWaiting = await host.reaches(
    (counts, before) => counts.openLists === stalled && counts.batches === before.batches,
  );
  check('a list that the client does not read is read from the store no further', isWaiting);
  const after = await host.counts();
  leave();
  check('clients that had stopped reading left no list open', await host.reaches(isNothingOpen));
  return (after.batches - batches) / stalled;
}

/** Whether no list and no request is open. None has come since the counts before, so none is still on its way. */
function isNothingOpen({ openLists, openRequests, requests }: Counts, before: Counts): boolean {
  return openLists === 0 && openRequests === 0 && requests === before.requests;
}
