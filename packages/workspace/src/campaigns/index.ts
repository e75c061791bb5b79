/**
 * What the programs of bench share: flags, verdicts, processes and runtimes.
 *
 * @module
 */
export { endChild, finishChild, startChild } from './child.ts';
export { fetchPackages } from './fetch-packages.ts';
export { itemsNamed, readFlags, readOwnFlags } from './flags.ts';
export { print, printTable } from './print.ts';
export { buildPackages, runCampaign } from './run-campaign.ts';
export { binaryOf, fetchRuntimes, type Runtime, versionOf } from './runtimes.ts';
export { withTemporaryFolder } from './temporary-folder.ts';
export { Verdict } from './verdict.ts';
