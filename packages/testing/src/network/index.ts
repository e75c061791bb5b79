/**
 * Puts a fake in the place of the network of Node.js. This file lists everything public; the rest may change.
 *
 * @module
 */
export {
  type ReplacedNetwork,
  type ReplaceNetworkOptions,
  replaceNetwork,
  type UnhandledReaction,
} from './replace-network.ts';
export type { FakeService, StandInOptions } from './stand-in.ts';
