import type { LocationStore } from '@location-records/core';
import { type Client, type ClientPackage, loadClientPackage, type Reply } from '../../src/redis/client.ts';
import { openWithClient } from '../../src/redis/open-redis-store.ts';
import type { RedisStoreOptions } from '../../src/redis/options.ts';
import { checkOptions } from '../../src/redis/options.ts';
import type { RedisMutant, Send } from './redis-mutant.ts';

/** Opens the store over the client of a mutant. */
export async function openMutant(mutant: RedisMutant, options: RedisStoreOptions): Promise<LocationStore> {
  const sound = await loadClientPackage();
  const mutated: ClientPackage = {
    ErrorReply: sound.ErrorReply,
    createClient: (settings) => mutate(mutant, sound, settings),
  };
  return openWithClient(mutated, checkOptions(options));
}

function mutate(mutant: RedisMutant, sound: ClientPackage, settings: object): Client {
  const client = sound.createClient(settings);
  const send: Send = async (args) => (await client.sendCommand(args)) as Reply;
  const sendElsewhere: Send = async (args) => {
    const other = sound.createClient(settings);
    other.on('error', () => {});
    await other.connect();
    try {
      return (await other.sendCommand(args)) as Reply;
    } finally {
      other.destroy();
    }
  };
  return {
    get isReady() {
      return client.isReady;
    },
    connect: () => client.connect(),
    on: (event, listener) => client.on(event, listener),
    destroy: () => client.destroy(),
    duplicate: (options) => mutate(mutant, sound, options),
    sendCommand: (args) => mutant.act(args as readonly string[], send, sendElsewhere),
  };
}
