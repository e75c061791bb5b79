import { type FileHandle, open } from 'node:fs/promises';
import { FormatError } from '../formats.ts';
import { escapeHidden } from '../parsed-entry.ts';
import { FileError, fileError } from './file-error.ts';

/** @throws {FileError} if it is a folder. */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new FileError('read', path, { code: 'EISDIR', problem: 'it is a folder' });
}

/** Adds the path to the error with which reading a file failed. */
export function aboutFile(path: string, error: unknown): unknown {
  if (error instanceof FormatError) {
    const { code, message, cause } = error;
    return new FormatError(code, `Cannot read ${escapeHidden(JSON.stringify(path))}. ${message}`, { cause });
  }
  return typeof (error as NodeJS.ErrnoException).syscall === 'string'
    ? fileError('read', path, error)
    : error;
}
