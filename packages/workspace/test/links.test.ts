import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root, runQuietly } from '../src/workspace.mjs';

/** A link to a file or to a heading; `file` is its path from the root. */
interface Link {
  readonly target: string;
  readonly file: string;
  readonly anchor: string | undefined;
}

/** A published page, and all files of its package, as paths from the root. */
interface PublishedPage {
  readonly page: string;
  readonly beside: readonly string[];
}

/** The paths from the root of all pages, which are Markdown files. */
function allPages(): readonly string[] {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ['', 'docs', 'page'].map((folder) => join('packages', name, folder)))
    .concat('', '.github')
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.md'));
}

/** The pages that npm packs. */
async function readPublishedPages(): Promise<readonly PublishedPage[]> {
  const packages = publishedPackages.map((name) => `./packages/${name}`);
  const pack = ['npm', 'pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel', 'error'] as const;
  const packed = JSON.parse(await runQuietly('The list of what is published', [...pack, ...packages]));
  return publishedPackages.flatMap((name, index) => {
    const files: readonly { readonly path: string }[] = packed[index].files;
    const beside = files.map(({ path }) => join('packages', name, path));
    return beside.filter((path) => path.endsWith('.md')).map((page) => ({ page, beside }));
  });
}

/** The text of a page without its blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
}

/** The links of a page, those to other sites aside. */
function linksOf(page: string): readonly Link[] {
  const text = proseOf(page).replaceAll(/(`+)[^`].*?\1/gs, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, defined = '']) => inline ?? defined,
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = decodeURIComponent(target).split('#');
      return { target, file: path === '' ? page : join(dirname(page), path), anchor };
    });
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  const slugger = new GithubSlugger();
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
}

function resolves({ file, anchor }: Link): boolean {
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(file).includes(anchor));
}

const pages = allPages();
const publishedPages = await readPublishedPages();

describe('a page', () => {
  it.each(pages)('links to files and headings that exist: %s', (page) => {
    const broken = linksOf(page).filter((link) => !resolves(link));
    expect(broken.map(({ target }) => target)).toEqual([]);
  });
});

describe('a published page', () => {
  // A reader on npm's page or in node_modules has this package, and no other has to lie beside it.
  it.each(publishedPages)('links to no file outside its package: $page', ({ page, beside }) => {
    const outside = linksOf(page).filter(({ file }) => !beside.includes(file));
    expect(outside.map(({ target }) => target)).toEqual([]);
  });

  it('is among the pages whose links are checked', () => {
    expect(pages).toEqual(expect.arrayContaining(publishedPages.map(({ page }) => page)));
  });

  it.each(publishedPackages)('is the README of packages/%s, and its changelog if one exists', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    expect(publishedPages.map(({ page }) => page)).toContain(join('packages', name, 'README.md'));
    // npm includes every README by itself, but no changelog.
    expect(manifest.files).toContain('CHANGELOG.md');
  });
});
