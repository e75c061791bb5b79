import {
  type AreaGuarantees,
  type AreaPage,
  type AreaStore,
  type Box,
  checkWithin,
  type WithinOptions,
} from '@location-records/core/areas';
import { readAreaPage } from './area-pages.ts';
import type { Args } from './client.ts';
import { RedisStore, redisGuarantees } from './redis-store.ts';

const guarantees: AreaGuarantees = Object.freeze({ ...redisGuarantees, areaOrder: 'own' });

/** The store of a prefix that keeps the places of its records. */
export class AreaRedisStore extends RedisStore implements AreaStore {
  override readonly guarantees = guarantees;

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    const given = checkWithin(box, options);
    const { buckets, endpoint, commands } = this.parts;
    return this.call('read from', (call) => {
      const read = (key: string, args: Args) =>
        commands.send(call, { key, args, purpose: 'areas', isRead: true });
      return readAreaPage({ buckets, endpoint, read }, given.box, given.options);
    });
  }
}
