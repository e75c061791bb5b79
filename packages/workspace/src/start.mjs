// `npm start`: sets the workspace up and serves. Arguments go to `location-records serve`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFlags } from './kept-flags.mjs';
import { root } from './workspace.mjs';

const serve = join(root, 'packages', 'cli', 'src', 'commands', 'serve');
const declarations = await Promise.all(
  ['serve-command.ts', 'service-options.ts'].map((name) => readFile(join(serve, name), 'utf8')),
);
const kept = keptFlags(declarations.join('\n'), process.env);
if (kept.length > 0) {
  const [first] = kept;
  process.stderr.write(
    `npm takes ${kept.join(', ')} for its own: put two hyphens before the flags, as in npm start -- ${first} …\n`,
  );
  process.exitCode = 1;
} else {
  process.argv.splice(2, 0, 'serve');
  await import('./command.mjs');
}
