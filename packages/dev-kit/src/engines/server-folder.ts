import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from './server-user.ts';

/** Creates a folder for a server, which belongs to the user that the server runs as. */
export async function makeServerFolder(user: ServerUser | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
