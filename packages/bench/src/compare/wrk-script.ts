import { writeFile } from 'node:fs/promises';
import type { Timed } from './drive.ts';

/** Writes a program of `wrk` that sends requests in turns, over and over. */
export async function writeScript(file: string, requests: readonly Timed[]): Promise<void> {
  await writeFile(file, scriptOf(requests));
}

/** The text of such a program. */
export function scriptOf(requests: readonly Timed[]): string {
  const literalOf = ({ bytes }: Timed) =>
    `"${[...bytes].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
  return `
    local requests = { ${requests.map(literalOf).join(',\n')} }
    local sent = 0
    function request()
      sent = sent + 1
      return requests[sent % #requests + 1]
    end
  `;
}
