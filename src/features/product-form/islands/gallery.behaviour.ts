import type { VariationChange } from '../contract.ts';
import { createLeadPhotograph } from './gallery/lead-photograph.ts';
import { startPhotographStrip } from './gallery/photograph-strip.ts';

/** Shows the photograph of the chosen variation (spec 2.3/2) and the position in the strip. */
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
    if (detail.variationId === null) timer = setTimeout(() => lead.show(undefined), resetTime);
    else lead.show(String(detail.imageId));
  };
  document.addEventListener('vt:variation-changed', handleVariation as EventListener, { signal: controller.signal });
  const variationId = findChosenVariation(productId);
  if (variationId) lead.show(strip.querySelector<HTMLElement>(`[data-variations~="${variationId}"]`)?.dataset.image);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

/** The variation chosen before this script ran: the form has its id by then. */
function findChosenVariation(productId: number): string | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>(`input[name="product_id"][value="${productId}"]`);
  for (const { form } of fields) {
    const field = form?.elements.namedItem('variation_id');
    if (field instanceof HTMLInputElement) return String(Number(field.value));
  }
  return undefined;
}
