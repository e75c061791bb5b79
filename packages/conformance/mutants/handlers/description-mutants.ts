import type { Location } from '@location-records/core';
import { type HandlerMutant, withStore } from './handler-mutant.ts';

/** A service that changes descriptions before it stores them. */
function changingDescriptions(change: (description: string) => string | undefined): HandlerMutant['create'] {
  const changed = ({ description, coordinates }: Location): Location => {
    const text = description === undefined ? undefined : change(description);
    return text === undefined ? { coordinates } : { description: text, coordinates };
  };
  return withStore((store) => ({
    put: (id, location) => store.put(id, changed(location)),
    replace: (id, location) => store.replace(id, changed(location)),
  }));
}

/** Services that change descriptions. */
export const descriptionMutants: readonly HandlerMutant[] = [
  {
    id: 'descriptions-encoded-as-markup',
    breaks: 'stores < in a description as &lt;',
    killedBy: 'description-markup',
    create: changingDescriptions((text) => text.replaceAll('<', '&lt;')),
  },
  {
    id: 'descriptions-unescaped-twice',
    breaks: 'stores two backslashes in a description as one',
    killedBy: 'description-markup',
    create: changingDescriptions((text) => text.replaceAll('\\\\', '\\')),
  },
  {
    id: 'descriptions-with-other-line-ends',
    breaks: 'stores CR LF in a description as LF',
    killedBy: 'description-line-ends',
    create: changingDescriptions((text) => text.replaceAll('\r\n', '\n')),
  },
  {
    id: 'descriptions-with-plain-spaces',
    breaks: 'stores a no-break space in a description as a space',
    killedBy: 'description-spaces',
    create: changingDescriptions((text) => text.replaceAll('\u{a0}', ' ')),
  },
  {
    id: 'descriptions-without-the-invisible',
    breaks: 'removes zero-width characters from descriptions',
    killedBy: 'description-invisible',
    create: changingDescriptions((text) => text.replace(/[\u{200b}-\u{200d}\u{2060}]/gu, '')),
  },
  {
    id: 'descriptions-without-ligatures',
    breaks: 'stores the ligature fi in a description as two letters',
    killedBy: 'description-letters',
    create: changingDescriptions((text) => text.replaceAll('\u{fb01}', 'fi')),
  },
  {
    id: 'descriptions-read-as-values',
    breaks: 'stores the description "null" as an absent one',
    killedBy: 'description-like-values',
    create: changingDescriptions((text) => (text === 'null' ? undefined : text)),
  },
];
