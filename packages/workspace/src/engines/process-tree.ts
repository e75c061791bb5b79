import { readFileSync } from 'node:fs';

/** The running processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(readProc(`${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
