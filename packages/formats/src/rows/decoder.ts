/** The characters of the bytes from 80 to 9F in Windows-1252. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Returns the `decode` of a `TextDecoder`. What the encoding does not allow becomes U+FFFD. */
export function decoderOf(
  encoding: string,
): (chunk?: Uint8Array, options?: { readonly stream: boolean }) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk, options) => {
    const text = decoder.decode(chunk, options);
    // Some releases of Node.js decode Windows-1252 as if it were ISO 8859-1.
    return encoding === 'windows-1252' ? text.replace(/[\x80-\x9f]/g, windowsCharacter) : text;
  };
}

function windowsCharacter(control: string): string {
  return windowsCharacters[control.charCodeAt(0) - 0x80] as string;
}
