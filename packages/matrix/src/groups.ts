import { versionOf } from '@location-records/dev-kit/campaigns';
import express from 'express';
import express4 from 'express4';
import type { Host } from './host.ts';
import { commandHost } from './hosts/command-host.ts';
import { expressHosts } from './hosts/express-hosts.ts';
import { frameworkHosts } from './hosts/framework-hosts.ts';
import { http2Host } from './hosts/http2-host.ts';
import { nodeHosts, runtimeHosts } from './hosts/runtime-hosts.ts';

/** Hosts that share a table. */
interface Group {
  readonly title: string;
  /** What the reader must know of these hosts, as Markdown. */
  readonly note: string;
  readonly hosts: readonly Host[];
}

const ownNode = 'the Node.js that runs `npm run matrix`, which is Node.js 20 in CI';
const inOwnNode = `These hosts run in ${ownNode}.`;
const behindMiddleware = `${inOwnNode}

Behind \`compression()\` every body is compressed. Requests ask for it with \`Accept-Encoding: gzip\`, except where a case
writes each byte itself. The body is decoded before the case sees it, and the fields get back what the coding has changed:
\`Content-Encoding\` and \`Vary\` are removed, and \`Content-Length\` is the length of the decoded body.`;

/** Every way on which requests come to the service. To be called when the runtimes are installed. */
export function allGroups(): readonly Group[] {
  return [
    {
      title: 'The command, the core, node:http and node:http2',
      note: `Where a column names a version, the host runs on a Node.js of that version. The other hosts run on
${ownNode}.`,
      hosts: [commandHost, ...nodeHosts, http2Host],
    },
    {
      title: 'The runtimes of fetch',
      note: `Each with a server of its own: Bun ${versionOf('bun')}, Deno ${versionOf('deno')} and workerd ${versionOf('workerd')}.`,
      hosts: runtimeHosts(),
    },
    { title: 'Express 4', note: behindMiddleware, hosts: expressHosts('Express 4', express4) },
    { title: 'Express 5', note: behindMiddleware, hosts: expressHosts('Express 5', express) },
    { title: 'Other frameworks', note: inOwnNode, hosts: frameworkHosts },
  ];
}
