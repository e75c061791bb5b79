/** A Location. */
interface Content {
  readonly description?: string | undefined;
  readonly coordinates: { readonly latitude: number; readonly longitude: number };
}

/** How many records' tags are kept. */
const maxTags = 1000;

/** The entity tags of contents that this page has read or written, if the service has them. */
export class KnownTags {
  /** The latest last, by identifier. */
  readonly #tags = new Map<string, { readonly content: string; readonly tag: string }>();
  #hasTags = false;

  /** Notes the tag of a content, if the response has one. */
  note(id: string, content: Content, response: Response): void {
    const tag = response.headers.get('ETag');
    // No `If-Match` matches a weak one, which compression on the way makes (RFC 9110 section 13.1.1).
    if (!tag?.startsWith('"')) return;
    this.#hasTags = true;
    this.#tags.delete(id);
    this.#tags.set(id, { content: textOf(content), tag });
    for (const oldest of this.#tags.keys()) {
      if (this.#tags.size <= maxTags) return;
      this.#tags.delete(oldest);
    }
  }

  /**
   * Returns the field of a write that takes effect on this content alone, or on no record; `undefined` if its
   * tag is not known.
   */
  condition(id: string, before: Content | undefined): Readonly<Record<string, string>> | undefined {
    if (!this.#hasTags) return undefined;
    if (!before) return { 'If-None-Match': '*' };
    const known = this.#tags.get(id);
    return known?.content === textOf(before) ? { 'If-Match': known.tag } : undefined;
  }
}

function textOf({ description, coordinates: { latitude, longitude } }: Content): string {
  return JSON.stringify([description, latitude, longitude]);
}
