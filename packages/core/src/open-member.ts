/**
 * The name of the innermost member whose value JSON text leaves open where it ends, as it is written there. `undefined`
 * when there is none.
 */
export function findOpenMember(text: string): string | undefined {
  /** The member of each open object whose value comes or has begun; of an array, and before a name, there is none. */
  const open: (string | undefined)[] = [];
  let string = '';
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"': {
        const end = endOfString(text, index);
        string = text.slice(index + 1, end);
        index = end;
        break;
      }
      case ':':
        open.splice(-1, 1, string);
        break;
      case ',':
        open.splice(-1, 1, undefined);
        break;
      case '{':
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
    }
  }
  return open.findLast((name) => name !== undefined);
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
