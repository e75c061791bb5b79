/** The target of a record, with every character encoded that could mean something else; none for what is no text. */
export function targetOf(id: string): string | undefined {
  return id.isWellFormed() ? `/${encodeURIComponent(id)}` : undefined;
}
