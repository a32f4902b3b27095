import { staffMarker } from '#platform/admin/contract.ts';
import { waitForActivation } from '#platform/http/browser/activation.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import styles from '../admin-bar.sheet.css?url';
import { type AdminBarAnswer, adminBarPath, maxEntries } from '../contract.ts';
import { findMarkedElements } from './find-marked.ts';

/** Asks the server whether a member of staff is signed in, and shows what they may edit here. */
export async function showAdminBar(): Promise<void> {
  await waitForActivation();
  const around = listAround();
  const query = new URLSearchParams({ path: location.pathname, entries: [...around.keys()].join() });
  const reply = await fetch(`${adminBarPath}?${query}`, { headers: { accept: 'application/json' } }).catch(() => null);
  if (!reply) return;
  if (!reply.ok) {
    // No member of staff is signed in any more.
    if (reply.status === 401 || reply.status === 403) localStorage.removeItem(staffMarker);
    return;
  }
  const answer = (await reply.json()) as AdminBarAnswer;
  await loadStyleSheet(styles);
  const template = document.createElement('template');
  template.innerHTML = answer.html;
  const links = [...template.content.querySelectorAll<HTMLElement>('[data-edits]')];
  // Scripts of blocks read this class, including scripts of shops that moved here.
  document.body.classList.add('admin-bar');
  document.body.querySelector('.skip-link')?.after(...template.content.querySelectorAll('.staff-bar'));
  if (answer.can_edit_pages && matchMedia('(prefers-reduced-motion: reduce)').matches)
    console.info(answer.reducedMotion);
  const main = document.querySelector('main');
  const inside = main ? findMarkedElements(main, answer.marked) : [];
  for (const { dataset } of links) {
    const id = Number(dataset.edits);
    const own = links.find((each) => each.dataset.edits === dataset.edits);
    for (const panel of around.get(id) ?? []) if (own) appendTo(panel, show(own, 'edit-links--inside'));
  }
  placeOverlays(
    inside.flatMap(({ id, element }) => {
      const own = links.find(({ dataset }) => Number(dataset.edits) === id);
      return own ? [{ element, links: show(own, 'edit-links--above') }] : [];
    }),
  );
}

/**
 * Lists the entries around the content of the page: `data-entry` marks the panels of a menu and the columns of the
 * footer.
 */
function listAround(): ReadonlyMap<number, HTMLElement[]> {
  const panels = document.querySelectorAll<HTMLElement>('[data-entry]');
  return new Map([...Map.groupBy(panels, ({ dataset }) => Number(dataset.entry))].slice(0, maxEntries));
}

/** A panel of plain links is a list, so the links need a list item. */
function appendTo(panel: HTMLElement, links: HTMLElement): void {
  const place = panel.localName === 'ul' ? panel.appendChild(document.createElement('li')) : panel;
  place.append(links);
}

/** Clones the links, because a block may stand on a page several times. */
function show(links: HTMLElement, look: string): HTMLElement {
  const shown = links.cloneNode(true) as HTMLElement;
  shown.hidden = false;
  shown.classList.add(look);
  return shown;
}

interface Overlay {
  readonly element: Element;
  readonly links: HTMLElement;
}

/** Places links at the upper edge of blocks, without changing the layout of the page. */
function placeOverlays(overlays: readonly Overlay[]): void {
  if (overlays.length === 0) return;
  const place = () => {
    for (const { element, links } of overlays) {
      const { top } = element.getBoundingClientRect();
      links.style.top = `${top + scrollY}px`;
      links.hidden = element.getClientRects().length === 0;
    }
  };
  // Appended to the bar's landmark: elements appended to the content would become its last child for style sheets.
  document.querySelector('.staff-bar')?.append(...overlays.map(({ links }) => links));
  place();
  new ResizeObserver(place).observe(document.body);
}
