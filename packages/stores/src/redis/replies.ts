/** What the replies of a server mean, by their first word, and what to do. */
export const advices: Readonly<Record<string, string>> = {
  LOADING: 'the server is still loading its records; wait until it has',
  CLUSTERDOWN: 'the cluster does not serve these records now; bring back its missing nodes',
  MASTERDOWN: 'the server is a replica that has lost its master; bring back the master',
  TRYAGAIN: 'the record is moving to another node; try again',
  READONLY: 'the server is a replica, which takes no writes; name its master in the URL',
  NOREPLICAS: 'too few replicas are connected for min-replicas-to-write; bring them back',
  BUSY: 'the server is busy with a script; wait, or end it with SCRIPT KILL',
  MISCONF:
    'the server takes no writes, because it cannot save them; look into its log, and free space on its disk',
  OOM: 'the server has no memory left; raise its maxmemory, or free some',
  NOAUTH: 'the server asks for a password; give one in the URL',
  WRONGPASS: 'the user or the password is wrong; correct it in the URL',
  NOPERM: 'the user lacks permissions; grant it the commands and the keys that the README lists',
  DENIED: 'the server refuses connections from other machines; see its protected-mode',
};

/** The same for replies that begin with `ERR`, by their text. */
export const texts: readonly (readonly [RegExp, string])[] = [
  [
    /AUTH\b.*(without any password|no password is set)/,
    'the server has no password; leave it out of the URL, or set it there',
  ],
  [
    /DB index is out of range|invalid DB index/,
    'the server does not have so many databases; correct the number in the URL, or raise its "databases"',
  ],
  [/SELECT is not allowed in cluster mode/, 'a cluster has no databases; leave out its number'],
  [
    /^ERR unknown command ['`]?SELECT/i,
    'the server does not know SELECT, as Sentinels and some proxies do not; leave out the number of the database, and name the master instead of a Sentinel',
  ],
  [/max number of clients/, 'the server has too many connections; close some, or raise its maxclients'],
];

/** Replies that say that the server did not do it, and may do it soon. */
export const passing: ReadonlySet<string> = new Set([
  'LOADING',
  'CLUSTERDOWN',
  'MASTERDOWN',
  'TRYAGAIN',
  'READONLY',
  'NOREPLICAS',
  'BUSY',
]);

/** Replies to the first command of a connection that say that there will be no other. */
export const refusals: ReadonlySet<string> = new Set(['NOAUTH', 'WRONGPASS', 'DENIED', 'ERR']);
