// Runs the HTTP contract through every host, and writes the table of what passes where. See the README.
import { readFile, writeFile } from 'node:fs/promises';
import { buildPackages, fetchRuntimes, itemsNamed, readOwnFlags } from '@location-records/dev-kit/campaigns';
import { allGroups } from './groups.ts';
import type { Host } from './host.ts';
import { isWrong, judge } from './judge.ts';
import { matrixCases } from './matrix-cases.ts';
import { type Column, Footnotes, tableOf } from './table.ts';

// Without this, Express prints every error that it is given.
process.env.NODE_ENV = 'test';
const file = new URL('../MATRIX.md', import.meta.url);
/** How many hosts run at once. A host mostly waits: for its server to close a connection, or for a timeout. */
const hostsAtOnce = 2;
const values = readOwnFlags({ check: { type: 'boolean' }, only: { type: 'string' } });

buildPackages();
fetchRuntimes();
const everyGroup = allGroups();
const chosen = itemsNamed(
  'only',
  values.only,
  everyGroup.flatMap(({ hosts }) => hosts),
);
const groups = everyGroup.map(({ hosts, ...group }) => ({
  ...group,
  hosts: hosts.filter((host) => chosen.includes(host)),
}));
const verdictsOf = await judgeAll(chosen);
const footnotes = new Footnotes();
let text = `# The matrix

The ${matrixCases.length} cases of the HTTP contract through every host. A row is a clause of the specification (SPEC) or a decision of
DECISIONS.md (D); a cell is the number of its cases, all of which pass, or how many of them pass and why the others cannot
be reached there. Written by \`npm run matrix\`, which fails when a case that is called unreachable holds, or fails in
another way than its reason says. The cases of area queries (D48) and of the map (D50) are left out: no host here offers
them, and the tests of @location-records/console run them on the adapters and the stores.
`;
for (const { title, note, hosts } of groups) {
  const columns = hosts.map((host): Column => ({ host, verdicts: verdictsOf.get(host) ?? new Map() }));
  text += `\n## ${title}\n\n${note}\n\n${tableOf(title, columns, footnotes)}`;
}
text += `\n## Why a case cannot be reached\n\n${footnotes}`;

const wrong = [...verdictsOf.values()].flatMap((verdicts) => [...verdicts.values()]).filter(isWrong).length;
if (wrong > 0) fail(`${wrong} cases are wrong.`);
else if (values.only === undefined && !values.check) await writeFile(file, text);
else if (values.only === undefined && values.check && (await readFile(file, 'utf8')) !== text)
  fail('MATRIX.md is out of date: run `npm run matrix`.');

// A connection, server or process that a host has left open would keep this process for ever.
setTimeout(() => {
  fail(`Left open: ${process.getActiveResourcesInfo().join(', ')}.`);
  process.exit();
}, 30_000).unref();

/** Runs the cases through every host, and prints how many pass as soon as a host is through. */
async function judgeAll(hosts: readonly Host[]): Promise<ReadonlyMap<Host, Column['verdicts']>> {
  const judged = new Map<Host, Column['verdicts']>();
  const waiting = hosts.values();
  async function judgeNext(): Promise<void> {
    for (const host of waiting) {
      const verdicts = await judge(host);
      judged.set(host, verdicts);
      const passed = [...verdicts.values()].filter(({ kind }) => kind === 'pass').length;
      print(`${host.name}: ${passed} of ${verdicts.size} cases pass`);
      for (const [id, verdict] of verdicts) if (isWrong(verdict)) print(`  ${id}: ${verdict.message}`);
    }
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, judgeNext));
  return judged;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): void {
  print(message);
  process.exitCode = 1;
}
