import { InvalidArgumentError } from '@location-records/core';
import { escapeHidden } from '../parsed-entry.ts';

/** A file cannot be read or written. The message is one line, and says what to do. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The code of the operating system: `ENOENT`, `EACCES`, `ENOSPC`. */
  readonly code: string;
  readonly path: string;

  /** `problem` is the end of the sentence `Cannot <attempt> "<path>": <problem>.` */
  constructor(
    attempt: 'read' | 'write',
    path: string,
    { code, problem, cause }: { readonly code: string; readonly problem: string; readonly cause?: unknown },
  ) {
    super(`Cannot ${attempt} ${escapeHidden(JSON.stringify(path))}: ${problem}.`, { cause });
    this.code = code;
    this.path = path;
  }
}

type Problem = string | ((attempt: 'read' | 'write') => string);

/** The meaning of the codes of the operating system, and what to do. */
const problems: Readonly<Record<string, Problem>> = {
  ENOENT: (attempt) => (attempt === 'read' ? 'there is no such file' : 'its folder does not exist'),
  EACCES: (attempt) =>
    `permission is denied; check the permissions of ${attempt === 'read' ? 'the file' : 'its folder'}`,
  EPERM: 'the operation is not permitted; check the permissions and the attributes of the file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the quota of the disk is used up; free some space',
  EFBIG: 'the file would be too large for its file system',
  EROFS: 'the file system is read-only',
};

/** Converts a failure of `node:fs` or SQLite to a `FileError`. */
export function fileError(attempt: 'read' | 'write', path: string, cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  const code = codeOf(cause);
  const problem = problems[code] ?? oneLine(cause);
  return new FileError(attempt, path, {
    code,
    problem: typeof problem === 'string' ? problem : problem(attempt),
    cause,
  });
}

/** SQLite has other codes, and reports a full disk in its message only. */
function codeOf(cause: unknown): string {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return code;
  return String(message).includes('database or disk is full') ? 'ENOSPC' : 'EIO';
}

function oneLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** @throws {InvalidArgumentError} if `path` cannot be the path of a file. */
export function checkPath(path: string): void {
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return;
  throw new InvalidArgumentError('path', 'the path of a file');
}
