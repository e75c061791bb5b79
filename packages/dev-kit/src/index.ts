/**
 * What the tests of several packages share. It is not published, and depends on no other package.
 *
 * @module
 */
export { startFaultyServer } from './faulty-server.ts';
export { hasCommand } from './has-command.ts';
export { type ListedMutant, mutantsTable } from './mutants-table.ts';
