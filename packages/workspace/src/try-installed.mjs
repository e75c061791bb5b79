// Uses packed packages as a newcomer does: installs them with npm in an empty folder, imports them, serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagesOfReadmes } from './try-readmes.mjs';
import { run, runQuietly, StepError } from './workspace.mjs';

/** Entries that load only inside the test runner that they are for; `try-runners.mjs` tries them there. */
const insideRunners = ['@location-records/testing/jest', '@location-records/testing/vitest'];

/**
 * @param {string} folder an empty folder
 * @param {readonly import('./pack.mjs').Packed[]} packed
 */
export async function tryInstalled(folder, packed) {
  const options = { cwd: folder };
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const tarballs = packed.map(({ tarball }) => tarball);
  await runQuietly(
    'npm install of the tarballs',
    ['npm', 'install', '--no-audit', '--no-fund', ...tarballs, ...(await packagesOfReadmes())],
    options,
  );
  for (const { manifest } of packed) {
    for (const entry of Object.keys(manifest.exports)) {
      const specifier = manifest.name + entry.slice(1);
      if (insideRunners.includes(specifier)) continue;
      await importBothWays(folder, specifier, entry.endsWith('.json'));
    }
  }
  await shareErrorClasses(folder);
  await tryServing(folder);
}

/**
 * @param {string} cwd
 * @param {string} specifier
 * @param {boolean} isJson
 */
async function importBothWays(cwd, specifier, isJson) {
  const name = JSON.stringify(specifier);
  const attributes = isJson ? ", { with: { type: 'json' } }" : '';
  const check = "if (Object.keys(module).length === 0) throw new Error('It exports nothing.')";
  const imported = `const module = await import(${name}${attributes}); ${check}`;
  const required = `const module = require(${name}); ${check}`;
  await runQuietly(`import of ${specifier}`, [process.execPath, '--input-type=module', '--eval', imported], {
    cwd,
  });
  await runQuietly(
    `require of ${specifier}`,
    [process.execPath, '--input-type=commonjs', '--eval', required],
    { cwd },
  );
}

/**
 * The two entries of the core throw the same classes of errors, so that `instanceof` works.
 *
 * @param {string} cwd
 */
async function shareErrorClasses(cwd) {
  const check = `
    let error;
    try { checkOptionNames({ port: 1 }, ['host']); } catch (thrown) { error = thrown; }
    if (!(error instanceof OptionError)) throw new Error('The entries of the core have different classes OptionError.');
  `;
  const imported = `
    import { OptionError } from '@location-records/core';
    import { checkOptionNames } from '@location-records/core/adapter-kit';
    ${check}`;
  const required = `
    const { OptionError } = require('@location-records/core');
    const { checkOptionNames } = require('@location-records/core/adapter-kit');
    ${check}`;
  const evaluate = (/** @type {string} */ type, /** @type {string} */ code) =>
    runQuietly(
      `The errors of the core (${type})`,
      [process.execPath, `--input-type=${type}`, '--eval', code],
      { cwd },
    );
  await evaluate('module', imported);
  await evaluate('commonjs', required);
}

/**
 * Serves with the installed command, on its default store, and checks it with itself.
 *
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [variables] of the environment
 */
export async function tryServing(cwd, variables = {}) {
  const env = { ...process.env, ...variables };
  const command = ['location-records', 'serve', '--port', '0'];
  // In a new process group, because npx does not pass signals on to what it runs.
  const npx = spawn('npx', command, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(npx, 'close');
  try {
    const url = await Promise.race([firstAddress(npx.stdout), ended.then(() => undefined)]);
    if (url === undefined) throw new StepError('The installed command ended before it printed an address.');
    await talk(new URL(url));
    const check = ['npx', 'location-records', 'check', url, '--only', 'SPEC 3'];
    await runQuietly('The installed check', /** @type {[string, ...string[]]} */ (check), { cwd, env });
  } finally {
    process.kill(-Number(npx.pid), 'SIGTERM');
    await ended;
  }
}

/**
 * @param {import('node:stream').Readable} output
 * @returns {Promise<string | undefined>}
 */
async function firstAddress(output) {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const address = /http:\/\/[^\s"]+(?=[\s"])/.exec(text);
    if (address) return address[0];
  }
  return undefined;
}

/** @param {URL} url */
async function talk(url) {
  const record = { description: 'Café', coordinates: { latitude: 48.85, longitude: 2.35 } };
  const body = JSON.stringify(record);
  const headers = { 'Content-Type': 'application/json' };
  await expectResponse(await fetch(new URL('/caf%C3%A9', url), { method: 'POST', headers, body }), 200, '');
  await expectResponse(await fetch(new URL('/caf%C3%A9', url)), 200, body);
  await expectResponse(await fetch(url), 200, JSON.stringify([['café', record]]));
  await expectResponse(await fetch(new URL('/a', url)), 404, '{"error_message":"Resource not found: a"}');
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} body
 */
async function expectResponse(response, status, body) {
  const actual = await response.text();
  if (response.status === status && actual === body) return;
  throw new StepError(`${response.url} responded ${response.status} ${actual}, not ${status} ${body}.`);
}

/** The arguments of `serve` that need each package. No server listens at the URLs. */
const optionalPackages = {
  pg: ['--store', 'postgres://127.0.0.1:1/none'],
  redis: ['--store', 'redis://127.0.0.1:1'],
  'prom-client': ['--store', 'memory:', '--metrics'],
};

/**
 * Removes the packages that only some options need, and starts the command: it must say what to install.
 *
 * @param {string} cwd where the packed packages are installed
 */
export async function tryMissingPackages(cwd) {
  const uninstall = /** @type {const} */ (['npm', 'uninstall', '--no-audit', '--no-fund']);
  const names = Object.keys(optionalPackages);
  await runQuietly('npm uninstall of optional packages', [...uninstall, ...names], { cwd });
  for (const [name, args] of Object.entries(optionalPackages)) {
    const command = /** @type {const} */ (['npx', 'location-records', 'serve', '--port', '0']);
    const { code, output } = await run([...command, ...args], { cwd, output: 'pipe' });
    if (code === 1 && output.includes(`npm install ${name}`)) continue;
    throw new StepError(`Without ${name}, the command ended with ${code} and said: ${output}`);
  }
}
