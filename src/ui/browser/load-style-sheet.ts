import lightboxStyles from '../styles/lightbox.sheet.css?url';

const pendingSheets = new Map<string, Promise<void>>();

/**
 * Adds a style sheet to the page, once for all callers. Rejects when it does not load; the next call
 * tries again.
 * @param url from an import of a `*.sheet.css` with `?url`
 */
export function loadStyleSheet(url: string): Promise<void> {
  let loading = pendingSheets.get(url);
  if (!loading) {
    loading = addLink(url);
    pendingSheets.set(url, loading);
    loading.catch(() => pendingSheets.delete(url));
  }
  return loading;
}

/** Await it before `openLightbox`. */
export const loadLightboxStyles = (): Promise<void> => loadStyleSheet(lightboxStyles);

function addLink(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`the style sheet ${url} did not load`));
    });
    document.head.append(link);
  });
}
