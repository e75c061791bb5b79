import { escapeHtml, pageWith, quoted } from '../door/page.ts';
import type { OpenApiDocument } from './index.ts';
import type { Json } from './parts.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly example?: string;
}

interface Schema extends Json {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Shown {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly description: string; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** Returns the page of a document: its operations and schemas, without a script. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, { parameters, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const shown = operation as unknown as Shown;
      const all = [...((parameters ?? []) as unknown as Parameter[]), ...(shown.parameters ?? [])];
      return { path, method, shown: { ...shown, parameters: all } };
    }),
  );
  const groups = (document.tags as readonly { readonly name: string; readonly description: string }[]).map(
    ({ name, description }) => {
      const own = operations.filter(({ shown }) => shown.tags.includes(name));
      const details = own.map(({ path, method, shown }) => operationDetails(document, method, path, shown));
      return `<h2>${escapeHtml(name)}</h2>\n${paragraphs(description)}\n${details.join('\n')}`;
    },
  );
  const schemas = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${idOf(name)}"><summary><h3>${name}</h3></summary>\n${code(JSON.stringify(schema, undefined, 2))}</details>`,
  );
  return pageWith(
    'The API of location records',
    `<h1>The API</h1>
${paragraphs(String(document.info.description))}
<p>Programs read it as <a href="openapi.json">OpenAPI ${document.openapi}</a>. <a href="./">The front door</a> leads to everything else.</p>
${groups.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}`,
  );
}

function operationDetails(document: OpenApiDocument, method: string, path: string, shown: Shown): string {
  const parameters = (shown.parameters ?? []).map((parameter) => resolved(document, parameter));
  const { requestBody, responses } = shown;
  const parts = [
    paragraphs(shown.description ?? ''),
    code(commandFor(document, method, path, shown)),
    table(
      'Parameters',
      parameters.map(({ name, in: place, description }) => [
        `<code>${escapeHtml(name)}</code>`,
        place,
        marked(description ?? ''),
      ]),
    ),
    requestBody &&
      `<h4>Body</h4>${paragraphs(requestBody.description)}<p>${contentOf(requestBody.content)}</p>`,
    table(
      'Responses',
      Object.entries(responses).map(([status, { description, content }]) => [
        status,
        marked(description),
        content ? contentOf(content) : 'empty',
      ]),
    ),
  ];
  const title = `<code>${method.toUpperCase()} ${escapeHtml(path)}</code>`;
  return `<details id="${escapeHtml(shown.operationId)}"><summary><h3>${title}</h3> ${marked(shown.summary)}</summary>
${parts.filter(Boolean).join('\n')}</details>`;
}

/** What to type into a shell to try it. */
function commandFor(document: OpenApiDocument, method: string, path: string, shown: Shown): string {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(shown.requestBody?.content ?? {});
  const [example] = schema.$ref
    ? (resolved<Schema>(document, schema as { $ref: string }).examples ?? [])
    : [];
  const data = example === undefined ? '--data-binary @file' : `-d ${quoted(JSON.stringify(example))}`;
  const url = `${document.servers[0]?.url.replace(/\/$/, '')}${path.replace('{id}', 'eiffel-tower')}`;
  const flags = {
    get: [],
    head: ['-I'],
    post: ['-X POST', `-H 'Content-Type: ${type}'`, data],
    put: ['-X PUT', `-H 'Content-Type: ${type}'`, data],
    delete: ['-X DELETE'],
    options: ['-i -X OPTIONS'],
  }[method];
  return ['curl', ...(flags ?? []), quoted(url.replace(/\{\w+\}/g, '0'))].join(' ');
}

function resolved<Found = Parameter>(document: OpenApiDocument, part: object): Found {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec((part as Schema).$ref ?? '') ?? [];
  return (document.components[kind]?.[name] ?? part) as Found;
}

function contentOf(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const names = [schema, ...(schema.oneOf ?? [])].flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
      const links = names.map((name) => `<a href="#${idOf(name)}">${name}</a>`).join(', ');
      return `<code>${escapeHtml(type)}</code>${links && `: ${links}`}`;
    })
    .join('<br>');
}

function idOf(schema: string): string {
  return `schema-${schema}`;
}

function table(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(([first, ...cells]) => {
    const others = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  return `<h4>${title}</h4>\n<table>${lines.join('\n')}</table>`;
}

function code(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => `<p>${marked(paragraph)}</p>`)
    .join('\n');
}

/** Of Markdown the descriptions have code alone. */
function marked(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
