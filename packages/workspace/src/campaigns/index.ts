/**
 * What the programs of bench share: flags, checks, processes and runtimes.
 *
 * @module
 */
export { endChild, finishChild, startChild } from './child.ts';
export { print, printTable } from './print.ts';
export {
  buildPackages,
  type Check,
  itemsNamed,
  readFlags,
  runCampaign,
  wholeNumber,
  withTemporaryFolder,
} from './run-campaign.ts';
export { binaryOf, fetchPackages, fetchRuntimes } from './runtimes.ts';
