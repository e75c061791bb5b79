import { splitParameters } from './parameters.ts';
import { demand, type StoreEngine } from './store-engine.ts';

/** Records in a Redis server, or in a Redis Cluster of which one node or several are named. */
export const redisEngine: StoreEngine = {
  form: 'redis://<host>[,<host>…]',
  place(rest, url) {
    demand(rest.startsWith('//'), `Write ${redisEngine.form}, or rediss: for TLS.`);
    demand(
      nodesOf(split(url).address).every((node) => URL.canParse(node) && new URL(node).hostname !== ''),
      'It is no URL of a host, or of several with commas between; in a user or a password write %40 for the at sign, %3A for :, %2F for /, %2C for a comma and %25 for %.',
    );
    return url;
  },
  async open(place, { signal }) {
    const { openRedisStore } = await import('@location-records/stores/redis');
    const { address, parameters } = split(place);
    return openRedisStore({ url: nodesOf(address), ...parameters, signal });
  },
  describe(place) {
    const { address, parameters } = split(place);
    const nodes = nodesOf(address).map((node) => new URL(node));
    const database = nodes[0]?.pathname.replace(/^\/$/, '') ?? '';
    const prefix = parameters.prefix === undefined ? '' : `, prefix ${parameters.prefix}`;
    return `in ${nodes.map(({ host }) => host).join(', ')}${database}${prefix} (Redis)`;
  },
};

/** The URL of each node: user, password, database and query are those of all. */
function nodesOf(address: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^([^:]+:\/\/)((?:.*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

function split(url: string) {
  return splitParameters(url, { prefix: 'text', buckets: 'number', replicas: 'number', timeout: 'number' });
}
