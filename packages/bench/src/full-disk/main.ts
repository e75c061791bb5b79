// Runs the command on a full disk, and after room was made. See the README.

import type { Verdict } from '@location-records/dev-kit/campaigns';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { Connection } from '../shared/connection.ts';
import { Ledger, verifyRecords } from '../shared/ledger.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { Filler } from './filler.ts';
import { fullDisk, limitedFiles, type ScarcePlace } from './places.ts';

const values = readFlags({});
/** A number of records that needs far more room than the disk has. */
const enough = 5000;
const afterwards = values.short ? 200 : 1500;
const failureBody = JSON.stringify({ error_message: 'Internal server error' });

await runCampaign(values, async (verdict) => {
  await withTemporaryFolder(async (folder) => {
    for (const place of [await limitedFiles(folder), await fullDisk(folder)]) {
      if (place === undefined) {
        print('This user may not mount a file system, so there was no full disk, only the limit.');
        continue;
      }
      try {
        await tryPlace(verdict, place);
      } finally {
        place.release();
      }
    }
  });
});

async function tryPlace(verdict: Verdict, { title, path, wrapper, makeRoom }: ScarcePlace): Promise<void> {
  const ledger = new Ledger();
  let server = await ServerProcess.startCli(`sqlite:${path}`, { wrapper });
  const filler = new Filler(await Connection.open(server.port), ledger);
  const isRight = async () => {
    const { wrong, landed, isListRight } = await verifyRecords(server.port, ledger);
    return wrong.length === 0 && landed === 0 && isListRight;
  };

  const refused = await filler.addUntilRefused(enough);
  print(`${title}: ${ledger.ids.length - 1} records fitted`);
  verdict.check(
    `${title}: a write is refused with 500`,
    refused.status === 500 && refused.body === failureBody,
  );
  verdict.check(`${title}: reads go on, and a refused write left nothing`, await isRight());
  verdict.check(`${title}: the next write is refused too`, (await filler.add()).status === 500);

  await makeRoom(server.pid);
  const last = await filler.addUntilRefused(afterwards);
  verdict.check(`${title}: writes resume at once when there is room`, last.status === 200);
  verdict.check(`${title}: everything acknowledged is there`, await isRight());

  verdict.check(`${title}: the server stopped`, (await server.stop()) === 0);
  server = await ServerProcess.startCli(`sqlite:${path}`);
  verdict.check(`${title}: everything is there after a restart`, await isRight());
  verdict.check(`${title}: the server stopped again`, (await server.stop()) === 0);
}
