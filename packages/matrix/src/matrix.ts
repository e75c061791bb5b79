// Runs the HTTP contract through every host, and writes the table of what passes where. See the README.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { httpContract } from '@location-records/conformance';
import { buildPackages, fetchRuntimes } from '@location-records/dev-kit/campaigns';
import { allGroups } from './groups.ts';
import { judge } from './judge.ts';
import { type Column, Footnotes, tableOf } from './table.ts';

// Without this, Express prints every error that it is given.
process.env.NODE_ENV = 'test';
const file = new URL('../MATRIX.md', import.meta.url);
const { values } = parseArgs({ options: { check: { type: 'boolean' }, only: { type: 'string' } } });

buildPackages();
fetchRuntimes();
const groups = allGroups().map(({ hosts, ...group }) => ({
  ...group,
  hosts: hosts.filter(({ name }) => name.includes(values.only ?? '')),
}));
if (groups.every(({ hosts }) => hosts.length === 0)) fail(`No host has “${values.only}” in its name.`);
const footnotes = new Footnotes();
let wrong = 0;
let text = `# The matrix

The ${httpContract.length} cases of the HTTP contract through every host. A row is a clause of the specification (SPEC) or a decision of
the design (D); a cell is the number of its cases, all of which pass, or how many of them pass and why the others cannot
be reached there. Written by \`npm run matrix\`, which fails when a case that is called unreachable holds, or fails in
another way than its reason says.
`;
for (const { title, note, hosts } of groups) {
  const columns: Column[] = [];
  for (const host of hosts) {
    const verdicts = await judge(host);
    columns.push({ host, verdicts });
    const passed = [...verdicts.values()].filter(({ kind }) => kind === 'pass').length;
    print(`${host.name}: ${passed} of ${verdicts.size} cases pass`);
    for (const [id, verdict] of verdicts) {
      if (verdict.kind !== 'wrong') continue;
      wrong++;
      print(`  ${id}: ${verdict.message}`);
    }
  }
  text += `\n## ${title}\n\n${note}\n\n${tableOf(title, columns, footnotes)}`;
}
text += `\n## Why a case cannot be reached\n\n${footnotes}`;

if (wrong > 0) fail(`${wrong} cases are wrong.`);
else if (values.only === undefined && !values.check) await writeFile(file, text);
else if (values.only === undefined && values.check && (await readFile(file, 'utf8')) !== text)
  fail('MATRIX.md is out of date: run `npm run matrix`.');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): void {
  print(message);
  process.exitCode = 1;
}
