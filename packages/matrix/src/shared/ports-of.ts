import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The ports of the service and of its control, as a fixture prints them when it listens. */
export async function portsOf(child: ChildProcess): Promise<[service: number, control: number]> {
  const ports: { service?: number; control?: number } = {};
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { service, control } = Object.assign(ports, portsIn(line));
    if (service !== undefined && control !== undefined) return [service, control];
  }
  throw new Error(`${child.spawnfile} ended before it listened.`);
}

/** Two numbers, or what workerd says of one socket. */
function portsIn(line: string): { service?: number; control?: number } {
  if (line.startsWith('{')) {
    const { socket, port } = JSON.parse(line) as { socket: 'service' | 'control'; port: number };
    return { [socket]: port };
  }
  const [service = Number.NaN, control = Number.NaN] = line.split(' ').map(Number);
  return { service, control };
}
