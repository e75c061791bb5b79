import { openRedisStore } from '@location-records/stores/redis';
import { it } from 'vitest';
import { redisCases } from './redis-cases.ts';

it.each(redisCases)('$id: $title', ({ run }) => run(openRedisStore), 60_000);
