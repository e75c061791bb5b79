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
