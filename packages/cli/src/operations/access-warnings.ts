import { isLoopback } from './listen.ts';

/** What is known of who may use a service. */
interface Access {
  readonly tokenFile?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Clients have certificates. */
  readonly tlsClientCa?: string | undefined;
}

/** Returns what the operator of a service should know of those who reach it at a URL. */
export async function accessWarnings(
  url: string,
  { tokenFile, readOnly, tlsClientCa }: Access,
): Promise<readonly string[]> {
  if (tokenFile !== undefined) return (await import('./tokens.ts')).warningsAbout(tokenFile);
  const [, host] = /^https?:\/\/\[?([^/\]]*?)\]?(?::\d+)?(?:\/|$)/.exec(url) ?? [];
  // `localhost` is the name of a Unix socket.
  if (host === undefined || host === 'localhost' || isLoopback(host) || tlsClientCa !== undefined) return [];
  const what = readOnly ? 'read' : 'read, change and delete';
  return [
    `Other machines reach this service without a token, and can ${what} every record; give it a --token-file, or a proxy that knows its users.`,
  ];
}
