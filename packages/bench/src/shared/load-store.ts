import { fileURLToPath } from 'node:url';
import { finishChild, startChild } from '@location-records/dev-kit/campaigns';

const program = fileURLToPath(new URL('./load-store.mjs', import.meta.url));

/** Puts the first `count` records of the big list into the store of a URL, in a process of its own. */
export async function loadStore(url: string, count: number): Promise<void> {
  await finishChild(startChild([process.execPath, program, url, String(count)], 'inherit'));
}
