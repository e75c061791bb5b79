import type { Coordinates } from '@location-records/core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A page of the map in a browser, and what went wrong in it. */
export interface MapTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, violations of the content security policy, and requests to other origins. */
  readonly faults: readonly string[];
  /** The buttons of the list. */
  readonly items: Locator;
  /** The text about the view and the last change. */
  readonly status: () => Promise<string | null>;
  /** The text about a problem. */
  readonly problem: () => Promise<string | null>;
  /** The identifier in the link of the page. */
  readonly selected: () => string | undefined;
  /** Returns the position of a place on the screen, in pixels. */
  pixelOf(place: Coordinates): Promise<Pixel>;
  /** Clicks at a place. */
  click(place: Coordinates): Promise<void>;
  /** Whether a record or a cell is at a place. */
  isRecordAt(place: Coordinates): Promise<boolean>;
  /** Counts elements that the page never creates, such as images and scripts. */
  madeElements(): Promise<number>;
  /** Resolves when the map has drawn its first tiles. */
  drawn(): Promise<void>;
  /** Resolves when the picture of the page has stayed the same for a while. */
  settled(): Promise<void>;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** How a {@link MapTab} is opened. */
export interface MapTabOptions extends BrowserContextOptions {
  /** What follows `/-/map`, such as `#4/48.8/2.3`. */
  readonly hash?: string | undefined;
  /** Lets requests fail, for tests that cut the network. */
  readonly mayFail?: boolean | undefined;
  /** Another origin that the page may ask, for a style that loads tiles from there. */
  readonly otherOrigin?: string | undefined;
}

/** Chromium reports only some violations, and only in the console. */
const tellViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Violation: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** Resolves when the page has marked that the first tiles are drawn. */
const firstTiles = `new Promise((resolve) => {
  const look = () => {
    if (performance.getEntriesByName('map-drawn').length > 0) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Resolves when the map fills its element, whose size depends on the elements beside it. */
const isFilled = `new Promise((resolve) => {
  const map = document.querySelector('#map');
  const look = () => {
    const canvas = map.querySelector('canvas');
    const isFilled = canvas.clientWidth === map.clientWidth && canvas.clientHeight === map.clientHeight;
    if (isFilled) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Opens the map of a service in a new context. */
export async function openMapTab(
  browser: Browser,
  service: string,
  { hash = '', mayFail = false, otherOrigin, ...options }: MapTabOptions = {},
): Promise<MapTab> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  watch(context, [new URL(service).origin, otherOrigin], mayFail, (fault) => faults.push(fault));
  await context.addInitScript({ content: tellViolations });
  await page.goto(`${service}-/map${hash}`);
  const canvas = page.locator('#map canvas');
  const pixelOf = async (place: Coordinates) => {
    // The link names the view when the map exists.
    await page.waitForURL(viewOf);
    await page.evaluate(isFilled);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('The map is not visible.');
    const [, zoom, latitude, longitude] = (viewOf.exec(page.url()) ?? []).map(Number);
    const [middle, point] = [project({ latitude, longitude } as Coordinates), project(place)];
    const size = 512 * 2 ** (zoom ?? 0);
    return {
      x: box.x + box.width / 2 + (point.x - middle.x) * size,
      y: box.y + box.height / 2 + (point.y - middle.y) * size,
    };
  };
  return {
    page,
    context,
    faults,
    items: page.locator('#records button'),
    status: () => page.locator('#status').textContent(),
    problem: () => page.locator('#problem').textContent(),
    selected() {
      const record = /&record=(.*)$/.exec(page.url())?.[1];
      return record === undefined ? undefined : decodeURIComponent(record);
    },
    pixelOf,
    async click(place) {
      const { x, y } = await pixelOf(place);
      await page.mouse.click(x, y);
    },
    async isRecordAt(place) {
      const { x, y } = await pixelOf(place);
      // The map looks below the pointer when the pointer moves.
      await page.mouse.move(x + 1, y);
      await page.mouse.move(x, y);
      return page.evaluate("document.querySelector('#map canvas').style.cursor === 'pointer'");
    },
    madeElements: () =>
      page
        .locator(
          'img, iframe, object, embed, script:not([src]), [autofocus], [onerror], [href*="//"]:not(.map a)',
        )
        .count(),
    async drawn() {
      await page.evaluate(firstTiles);
    },
    async settled() {
      for (let [last, same] = ['', 0]; same < 5; ) {
        const picture = (await page.screenshot()).toString('base64');
        same = picture === last ? same + 1 : 0;
        last = picture;
      }
    },
  };
}

const viewOf = /#([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)/;

function watch(
  context: BrowserContext,
  origins: readonly (string | undefined)[],
  mayFail: boolean,
  tell: (fault: string) => void,
) {
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !origins.includes(url.origin)) tell(`A request to ${url}`);
  });
  context.on('weberror', (error) => tell(`An error: ${error.error().stack}`));
  context.on('dialog', (dialog) => tell(`A dialog: ${dialog.message()}`));
  context.on('console', (message) => {
    // Chromium reports each response that is not 200, and the page expects some.
    const isStatus = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isStatus)
      tell(`${message.type()}: ${message.text()}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!mayFail && response.status() >= 400 && pathname.includes('/-/'))
      tell(`${response.status()} ${pathname}`);
  });
}

/** Web Mercator: the whole world is 1 wide and 1 high. */
function project({ latitude, longitude }: Coordinates) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: longitude / 360, y: -Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}
