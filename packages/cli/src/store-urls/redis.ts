import { demand, type StoreEngine, splitParameters } from './store-engine.ts';

/** The parameters of a URL. */
const kinds = {
  prefix: 'text',
  buckets: 'number',
  areas: 'boolean',
  replicas: 'number',
  timeout: 'number',
} as const;

/** Records in a Redis server, or in a Redis Cluster; the URL names one or more of its nodes. */
export const redisEngine: StoreEngine = {
  kind: 'Redis',
  form: 'redis://<host>[,<host>…]',
  parse(rest, url) {
    demand(rest.startsWith('//'), `Write ${redisEngine.form}, or rediss: for TLS.`);
    const { clientUrl } = split(url);
    demand(
      !clientUrl.includes('?'),
      `Unknown parameter. Known parameters: ${Object.keys(kinds).join(', ')}.`,
    );
    demand(
      nodesOf(clientUrl).every((node) => URL.canParse(node) && new URL(node).hostname !== ''),
      'It is not a valid URL of one host, or of several hosts with commas between them; in a user or a password write %40 for the at sign, %3A for :, %2F for /, %2C for a comma and %25 for %.',
    );
    return url;
  },
  async open(address, { signal, readOnly = false, create = !readOnly, areas }) {
    const { openRedisStore } = await import('@location-records/stores/redis');
    const { clientUrl, parameters } = split(address);
    // Without the option the store uses an index that exists, and creates none.
    const asked = areas ?? parameters.areas;
    const wanted = create || asked === false ? asked : undefined;
    const url = nodesOf(clientUrl);
    return openRedisStore({ url, ...parameters, areas: wanted, create, readOnly, signal });
  },
  describe(address) {
    const { clientUrl, parameters } = split(address);
    const nodes = nodesOf(clientUrl).map((node) => new URL(node));
    const database = nodes[0]?.pathname.replace(/^\/$/, '') ?? '';
    const prefix = parameters.prefix === undefined ? '' : `, prefix ${parameters.prefix}`;
    return `in ${nodes.map(({ host }) => host).join(', ')}${database}${prefix} (Redis)`;
  },
};

/** Returns the URL of each node, all with the same user, password, database and query. */
function nodesOf(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^([^:]+:\/\/)((?:.*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

function split(url: string) {
  return splitParameters(url, kinds);
}
