// `npm start`: sets the workspace up and serves. Arguments go to `location-records serve`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const options = join(root, 'packages', 'cli', 'src', 'commands', 'serve', 'serve-options.ts');
const [first, ...others] = keptFlags(await readFile(options, 'utf8'));
if (first) {
  process.stderr.write(
    `npm takes ${[first, ...others].join(', ')} for itself: put two hyphens before the flags, as in npm start -- ${first} …\n`,
  );
  process.exitCode = 1;
} else {
  process.argv.splice(2, 0, 'serve');
  await import('./command.mjs');
}

/**
 * Finds the flags that npm has taken because no `--` came before them: they are in the environment alone,
 * each as `npm_config_` and its name.
 *
 * @param {string} declaration the source that declares the flags of the command
 */
function keptFlags(declaration) {
  // A message may also name a flag.
  const names = new Set([...declaration.matchAll(/'--([a-z-]+)[ ']/g)].map(([, name]) => String(name)));
  // Of `--no-areas` npm makes an empty `npm_config_areas`.
  const taken = (/** @type {string} */ name) => process.env[`npm_config_${name.replaceAll('-', '_')}`];
  const isKept = (/** @type {string} */ name) => {
    if (name.startsWith('no-')) return taken(name.slice(3)) === '';
    const value = taken(name);
    return value !== undefined && !(value === '' && names.has(`no-${name}`));
  };
  return [...names].filter(isKept).map((name) => `--${name}`);
}
