/** The one global beyond ECMAScript that the core uses; every JavaScript runtime has it. */
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: true });
  decode(input: Uint8Array): string;
}
