interface Mounted {
  destroy(): void;
}

/** All components on the page; a second SDK of the same name destroys them. */
export const mountedComponents = new Set<Mounted>();

export function findContainer(container: string | HTMLElement): HTMLElement {
  const found = typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container;
  if (!found) throw new Error(`Document is ready and element ${String(container)} does not exist`);
  return found;
}
