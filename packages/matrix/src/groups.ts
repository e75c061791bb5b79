import type { Host } from './host.ts';
import { commandHost } from './hosts/command-host.ts';
import { expressHosts } from './hosts/express-hosts.ts';
import { frameworkHosts } from './hosts/framework-hosts.ts';
import { honoHost } from './hosts/hono-host.ts';
import { http2Host } from './hosts/http2-host.ts';
import { nodeHosts } from './hosts/node-hosts.ts';
import { runtimeHosts } from './hosts/runtime-hosts.ts';

/** Hosts that share a table. */
export interface Group {
  readonly title: string;
  readonly hosts: readonly Host[];
}

/** Every way on which requests come to the service. To be called when the runtimes are there. */
export function allGroups(): readonly Group[] {
  return [
    {
      title: 'The command, the core, node:http and node:http2',
      hosts: [commandHost, ...nodeHosts, http2Host],
    },
    { title: 'The runtimes of fetch', hosts: runtimeHosts() },
    { title: 'Express', hosts: expressHosts },
    { title: 'Other frameworks', hosts: [...frameworkHosts, honoHost] },
  ];
}
