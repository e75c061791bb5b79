import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { paris } from './places.ts';
import { useBrowser } from './use-browser.ts';

/** Texts that do harm unless they are taken as text. */
const texts = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onfocus=alert(1) autofocus '",
  'javascript:alert(1)',
  '</bdi></button><a href="https://example.org">link</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '%',
  '%zz/?#&=+',
  '__proto__',
  'gpj.\u202egnp.exe',
  '\u2066\u2067isolated\u0000\u0007',
];
const long = 'x'.repeat(100_000);

/** One record for each text, beside each other. */
const records = texts.map((text, index): LocationRecord => {
  return [text, { description: text, coordinates: { latitude: 48.866, longitude: 2.27 + index / 250 } }];
});

/** What the list shows of a text: what turns the text around it, or cannot be seen, is written out. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the page of the map shows as text', () => {
  const { serve, open } = useBrowser();

  it('markup, URLs, percent signs and controls', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(records) });
    const tab = await open({ service }, { hash: paris });
    await tab.drawn();
    await expect.poll(() => tab.items.count()).toBe(texts.length);
    const lines = records.map(([id]) => shown(id));
    expect((await tab.items.allTextContents()).sort()).toEqual(lines.sort());
    for (const [id, { coordinates }] of records) {
      await tab.click(coordinates);
      await expect.poll(tab.selected).toBe(id);
      await expect.poll(() => tab.page.locator('#record h2').textContent()).toBe(shown(id));
      expect(await tab.madeElements()).toBe(0);
    }
    expect(tab.page.url()).toContain(`${service}-/map`);
  });

  it('the identifier in a link', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(records) });
    const [id = ''] = texts;
    const tab = await open({ service }, { hash: `${paris}&record=${encodeURIComponent(id)}` });
    await expect.poll(tab.selected).toBe(id);
    expect(await tab.madeElements()).toBe(0);
  });

  it('identifiers and descriptions of 100,000 characters', async () => {
    const coordinates = { latitude: 48.866, longitude: 2.2945 };
    const other = { latitude: 48.866, longitude: 2.3 };
    const store = createAreaMemoryStore([
      [long, { description: long, coordinates }],
      ['b', { description: `${long}<img src=x>`, coordinates: other }],
    ]);
    const tab = await open(await serve({ store }), { hash: paris });
    await tab.drawn();
    await expect.poll(() => tab.items.count()).toBe(2);
    const lengths = (await tab.items.allTextContents()).map((text) => text.length);
    expect(lengths.every((length) => length > 100 && length < 1000)).toBe(true);
    await expect.poll(() => tab.isRecordAt(coordinates)).toBe(true);
    await tab.click(other);
    await expect.poll(tab.selected).toBe('b');
    expect(await tab.madeElements()).toBe(0);
  });
});
