import type { VariationChange } from '../contract.ts';
import { createLeadPhotograph } from './gallery/lead-photograph.ts';
import { startPhotographStrip } from './gallery/photograph-strip.ts';

/** Shows the photograph of the chosen variation, or of half a choice, and the position in the strip. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const gallery = element.querySelector<HTMLElement>('.gallery');
  const strip = gallery?.querySelector<HTMLElement>('.gallery__strip');
  if (!gallery || !strip?.firstElementChild) return;
  const controller = new AbortController();
  const productId = Number(gallery.dataset.product);
  const resetTime = Number(gallery.dataset.resetTime);
  startPhotographStrip(gallery, strip, controller.signal);
  const lead = createLeadPhotograph(strip, gallery.dataset.ownFirst);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleVariation = ({ detail }: CustomEvent<VariationChange>) => {
    if (detail.productId !== productId) return;
    clearTimeout(timer);
    if ((detail.variationId ?? detail.imageId) === null) timer = setTimeout(() => lead.show(undefined), resetTime);
    else lead.show(String(detail.imageId));
  };
  document.addEventListener('vt:variation-changed', handleVariation as EventListener, { signal: controller.signal });
  // The variation chosen before this script ran: the form has its id by then.
  const field = document.querySelector<HTMLInputElement>(
    `form:has([name="product_id"][value="${productId}"]) [name="variation_id"]`,
  );
  if (field) lead.show(strip.querySelector<HTMLElement>(`[data-variations~="${field.value}"]`)?.dataset.image);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
