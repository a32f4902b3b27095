/** Server code imports this module too, so `document` is first read when a page calls. */
let activation: Promise<void> | undefined;

/**
 * Resolves when the page is visible to a person: at once, unless the browser prerenders it, else when
 * it has been painted. Scripts that run before the first paint of a prerendered page delay it.
 */
export function waitForActivation(): Promise<void> {
  activation ??= isPrerendering() ? waitForPaintAfterActivation() : Promise.resolve();
  return activation;
}

/**
 * Computes styles and layout of a prerendered page before it is shown. The browser would do so for its
 * first frame only, and ask for the fonts then.
 */
export async function prepareLayout(): Promise<void> {
  if (!isPrerendering()) return;
  const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  document.body.getBoundingClientRect();
  await loaded;
  document.body.getBoundingClientRect();
}

function isPrerendering(): boolean {
  return (document as { prerendering?: boolean }).prerendering === true;
}

async function waitForPaintAfterActivation(): Promise<void> {
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
