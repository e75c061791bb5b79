import { isLoopback } from '../commands/serve/start-server.ts';

/** What is known of who may use a service. */
interface Access {
  readonly tokenFile?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Returns what the operator of a service should know of those who reach it at a URL. */
export async function accessWarnings(
  url: string,
  { tokenFile, readOnly }: Access,
): Promise<readonly string[]> {
  if (tokenFile !== undefined) return (await import('./tokens.ts')).warningsAbout(tokenFile);
  const [, host] = /^https?:\/\/\[?([^/\]]*?)\]?(?::\d+)?(?:\/|$)/.exec(url) ?? [];
  if (host === undefined || isLoopback(host)) return [];
  const what = readOnly ? 'read' : 'read, change and delete';
  return [
    `Other machines reach this service without a token, and can ${what} every record; give it a --token-file, or a proxy that knows its users.`,
  ];
}
