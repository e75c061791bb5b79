/**
 * What the programs of bench share: flags, checks, processes and runtimes.
 *
 * @module
 */
export { endChild, finishChild, startChild } from './child.ts';
export { fetchPackages } from './fetch-packages.ts';
export { print, printTable } from './print.ts';
export {
  buildPackages,
  type Check,
  itemsNamed,
  readFlags,
  runCampaign,
  wholeNumber,
} from './run-campaign.ts';
export { binaryOf, fetchRuntimes, type Runtime } from './runtimes.ts';
export { withTemporaryFolder } from './temporary-folder.ts';
