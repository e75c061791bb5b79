/**
 * The OpenAPI document of a service, made from the tables that the code itself uses.
 *
 * @module
 */
import { besidePaths, besideSchemas, ogcParameters } from './beside.ts';
import { checkOpenApiOptions, type OpenApiOptions } from './options.ts';
import { type Json, tags } from './parts.ts';
import { recordHeaders, recordParameters, recordPaths, recordSchemas } from './records.ts';

export type { OpenApiOptions, OpenApiSection } from './options.ts';

/** An OpenAPI document, as plain data that {@link JSON.stringify} writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly [member: string]: unknown };
  readonly servers: readonly { readonly url: string }[];
  /** Path Item Objects, by the path below the service. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/** The operations of a path, by the method in lower case, and their parameters. */
export type PathItem = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const introduction = `A service that keeps places: an optional description and a pair of coordinates under an identifier
that the client chooses. Everything else is below \`/-/\`, where no identifier can be.

HEAD responds as GET, without the body, and OPTIONS with the methods of the path, in \`Allow\`, also below \`/-/\`.
Other methods are 405 \`Method not allowed\`, other paths but the files of the map 404 \`Route not found\`. Below
the service, its server refuses what is not HTTP (400, 408, 431) and what web pages of other origins send (403,
421), as an ErrorObject as well.`;

/**
 * Returns the OpenAPI 3.1.1 document of a service: its operations, and the statuses and messages of each.
 *
 * @throws {OptionError} when an option is not valid or unknown.
 *
 * @example
 * const document = createOpenApi({ url: 'https://example.org/places', bodyLimit: 8192 });
 */
export function createOpenApi(options?: OpenApiOptions): OpenApiDocument {
  const described = checkOpenApiOptions(options);
  const { url, tokens, etags, sections } = described;
  const { id, ...conditions } = recordParameters;
  const { ETag, ...headers } = recordHeaders;
  const paths = { ...recordPaths(described), ...besidePaths(described) } as OpenApiDocument['paths'];
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags ?? [])),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Location records',
      version: '1.0.0',
      summary: 'Places under identifiers.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: url.replace(/(?<=.)\/+$/, '') }],
    // Any scheme of these two: a browser asks for a user and a password, of which the token is the password.
    security: tokens ? [{ bearer: [] }, { basic: [] }] : [],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...recordSchemas(described), ...(sections.includes('records') && besideSchemas) },
      parameters: { id, ...(etags && conditions), ...(sections.includes('ogc') && ogcParameters) } as Json,
      headers: { ...headers, ...(etags && { ETag }) } as Json,
      ...(tokens && {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          basic: { type: 'http', scheme: 'basic', description: 'Any user; the password is the token.' },
        },
      }),
    },
  };
}
