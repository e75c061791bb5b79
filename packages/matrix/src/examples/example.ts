import { basename } from 'node:path';
import { readReadmes } from '@location-records/workspace/readme-blocks';

/** A program of the adapters' pages for another runtime than Node.js, or for a framework that calls it. */
export interface Example {
  /** The comment in its first line, which says where it belongs. */
  readonly title: string;
  readonly text: string;
}

/** The programs of the adapters' README, and of the pages beside it, that Node.js cannot simply run. */
export function readExamples(): readonly Example[] {
  const blocks = readReadmes()
    .filter(({ home }) => basename(home) === 'adapters')
    .flatMap(({ blocks: all }) => all.filter(({ language }) => language === 'mjs'));
  return blocks.map(({ text }) => ({ title: /^\/\/ (.*)/.exec(text)?.[1] ?? '', text }));
}
