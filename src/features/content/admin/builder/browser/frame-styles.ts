export interface FrameStyles {
  readonly sheets: readonly string[];
  /** Attributes of the root element, such as the theme. */
  readonly root: readonly (readonly [string, string])[];
}

/** @param html of a page of the shop */
export function readShopStyles(html: string): FrameStyles {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const links = [...page.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')];
  return {
    sheets: links.flatMap((link) => link.getAttribute('href') ?? []),
    root: [...page.documentElement.attributes].map(({ name, value }) => [name, value] as const),
  };
}

export function addStyles(frame: Document, { sheets, root }: FrameStyles, own: string): void {
  for (const [name, value] of root) frame.documentElement.setAttribute(name, value);
  for (const href of [...sheets, own]) {
    if (frame.head.querySelector(`link[href="${CSS.escape(href)}"]`)) continue;
    const link = frame.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href });
    frame.head.append(link);
  }
}
