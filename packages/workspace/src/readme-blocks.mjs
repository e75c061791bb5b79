// Finds programs, console sessions and installation lines in the READMEs of the workspace.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './workspace.mjs';

/**
 * A fenced block of a README; `line` is its first line, for the name of its test.
 *
 * @typedef {{ readonly language: string, readonly text: string, readonly line: number }} Block
 */

/**
 * A README of the workspace, or a page beside one; `path` is relative to the workspace's root. `home` is the
 * folder of the package that it describes.
 *
 * @typedef {{ readonly path: string, readonly home: string, readonly blocks: readonly Block[] }} Readme
 */

const fence = /^```(\w+)\n(.*?)^```$/gms;

/**
 * The READMEs of the workspace and of its packages, and the pages in their `docs` folders.
 *
 * @returns {readonly Readme[]}
 */
export function readReadmes() {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, 'packages', name));
  const pages = packages.flatMap((folder) => [join(folder, 'README.md'), ...pagesIn(join(folder, 'docs'))]);
  return [join(root, 'README.md'), join(root, '.github', 'CONTRIBUTING.md'), ...pages]
    .filter((file) => existsSync(file))
    .map(readReadme);
}

/**
 * @param {string} folder
 * @returns {readonly string[]}
 */
function pagesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/**
 * @param {string} file
 * @returns {Readme}
 */
function readReadme(file) {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(fence)].map(({ 1: language = '', 2: block = '', index }) => {
    return { language, text: block, line: text.slice(0, index).split('\n').length };
  });
  const folder = dirname(file);
  const home = existsSync(join(folder, 'package.json')) ? folder : dirname(folder);
  return { path: relative(root, file), home, blocks };
}

/**
 * Finds the blocks that are whole programs of Node.js, in JavaScript or TypeScript.
 *
 * @param {Readme} readme
 */
export function programsOf({ blocks }) {
  return blocks.filter(({ language }) => language === 'js' || language === 'ts');
}

/**
 * The blocks that are tests: those of Vitest import it, and the others are for Jest.
 *
 * @param {Readme} readme
 */
export function testsOf({ blocks }) {
  return blocks
    .filter(({ language }) => language === 'javascript')
    .map((block) => ({ ...block, isVitest: block.text.includes("from 'vitest';") }));
}

/** The client of an engine that an entry needs, and that its users install. */
const clients = new Map([
  ['@location-records/stores/sqlite', '@location-records/sqlite-node20'],
  ['@location-records/stores/postgres', 'pg'],
  ['@location-records/stores/redis', 'redis'],
]);

/**
 * Returns the packages that a program needs to run.
 *
 * @param {string} program
 * @returns {readonly string[]}
 */
export function packagesOf(program) {
  const specifiers = [...program.matchAll(/^(?:import|import .* from|\} from) '([^']+)';$/gm)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'));
  return specifiers.flatMap((specifier) => {
    const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
    const client = clients.get(specifier);
    return client === undefined ? [name.join('/')] : [name.join('/'), client];
  });
}

/**
 * Returns the packages that a README installs, in its lines or in those of the README of the same package.
 *
 * @param {Readme} readme
 * @returns {readonly string[]}
 */
export function installedFor({ home, blocks }) {
  const own = installedBy(blocks);
  const main = join(home, 'README.md');
  return existsSync(main) ? [...own, ...installedBy(readReadme(main).blocks)] : own;
}

/**
 * Their names, without versions.
 *
 * @param {readonly Block[]} blocks
 * @returns {readonly string[]}
 */
function installedBy(blocks) {
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/^npm install (.+)$/gm)])
    .flatMap(([, words = '']) => words.split(' ').filter((word) => !word.startsWith('-')))
    .map((name) => name.replace(/(?<=.)@.*$/, ''));
}

/**
 * Returns the lines that a program should print, by its comments: `console.log(…); // this`.
 *
 * @param {string} program
 * @returns {readonly string[]}
 */
export function promisedLines(program) {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line);
}

/**
 * The commands of a console session, each with the output that is shown below it.
 *
 * @param {string} session
 */
export function commandsOf(session) {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n');
      return { command, output: output.join('\n') };
    });
}
