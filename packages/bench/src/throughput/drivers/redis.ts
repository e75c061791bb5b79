import { createClient, createCluster } from 'redis';
import type { Driver } from './driver.ts';

export async function open(url: string): Promise<Driver> {
  const nodes = url.replace('redis://', '').split(',');
  const client =
    nodes.length > 1
      ? createCluster({ rootNodes: nodes.map((node) => ({ url: `redis://${node}` })) })
      : createClient({ url });
  await client.connect();
  return {
    get: (id) => client.get(id),
    put: (id, description, latitude, longitude) =>
      client.set(id, JSON.stringify({ description, coordinates: { latitude, longitude } })),
    close: () => client.close(),
  };
}
