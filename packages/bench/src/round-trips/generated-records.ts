import type { LocationRecord } from '@location-records/core';
import { oddIds } from '@location-records/dev-kit';

/** Texts that files and programs often handle wrongly, each with a number in it. */
const oddTexts: readonly ((number: number) => string)[] = [
  (number) => `place ${number}`,
  (number) => `nul \0 ${number}`,
  (number) => `"quoted" ""twice"" 'once' ${number}`,
  (number) => `separators \u2028 \u2029 \u0085 ${number}`,
  (number) => `\u{1f5fa}\ufe0f \u{1f469}\u200d\u{1f680} ${number}`,
  (number) => `=SUM(A1:A${number})`,
  (number) => `+${number}`,
  (number) => `-${number}`,
  (number) => `@${number}`,
  (number) => `${number}`,
  (number) => `00${number}`,
  (number) => `1e${number}`,
  (number) => `0x${number.toString(16)}`,
  (number) => `null ${number}`,
  (number) => `lines\r\nof\rtext\n${number}`,
  (number) => ` spaces \t${number} `,
  (number) => `fields,of;some\tkinds|${number}`,
  (number) => `a/../b%2F?c=${number}#d`,
  (number) => `\ufeff${number}`,
  (number) => `\uffff${number}`,
  (number) => `\u{10000}${number}`,
  (number) => `e\u0301 and \u00e9 ${number}`,
  (number) => `\\u0000 \\n \\ ${number}`,
  (number) => `</script><!-- ${number} -->`,
  (number) => `\u0001\u001e\u007f ${number}`,
  (number) => `العربية עברית \u202e${number}`,
];

/** How many records there are for each text of some ten thousand characters. */
const rarity = 1000;

/** Numbers whose text is special, and to which others are added. */
const oddNumbers = [
  ...[0, -0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 2.2250738585072014e-308],
  ...[0.1 + 0.2, 1e21, -1e21, 1e-7, 123456.78901234567, 9007199254740993, 90, -180, 1 / 3, 100],
];

/** `count` records with every kind of identifier, description and number. Each has an identifier of its own. */
export function generateRecords(count: number, random: () => number): readonly LocationRecord[] {
  const identifiers = new Set<string>(oddIds);
  for (let number = 0; identifiers.size < count; number++) identifiers.add(textOf(number));
  const someNumber = () => {
    if (random() < 0.3) return oddNumbers[Math.floor(random() * oddNumbers.length)] as number;
    return (random() - 0.5) * 10 ** Math.floor(random() * 4);
  };
  return [...identifiers].slice(0, count).map((id, index) => {
    const coordinates = { latitude: someNumber(), longitude: someNumber() };
    const kind = index % 5;
    // The one is absent, the other is empty.
    if (kind === 0) return [id, { coordinates }];
    if (kind === 1) return [id, { description: '', coordinates }];
    return [id, { description: textOf(Math.floor(random() * count * 3)), coordinates }];
  });
}

function textOf(number: number): string {
  const text = (oddTexts[number % oddTexts.length] as (number: number) => string)(number);
  return number % rarity === rarity - 1 ? text.padEnd(20_000, 'long ') : text;
}
