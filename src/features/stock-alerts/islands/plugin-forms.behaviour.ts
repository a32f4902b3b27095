import { getJQuery } from '#ui/browser/jquery.ts';
import { followVariation } from './alerts/follow-variation.ts';

/**
 * For shops whose setting `script` lets the plugin's script run the forms. Puts only the form of the chosen variation
 * into the page, because the plugin's script handles the first form of a page only, and triggers the event that this
 * script listens to.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const place = element.querySelector<HTMLElement>('.single_variation_wrap');
  if (!place) return;
  const controller = new AbortController();
  let shown: number | null = null;
  const show = (variationId: number | null) => {
    if (shown === variationId) return;
    shown = variationId;
    const template = element.querySelector<HTMLTemplateElement>(`template[data-alert-of="${variationId ?? ''}"]`);
    place.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
    const jQuery = getJQuery();
    jQuery?.(() => {
      if (variationId === null) jQuery(place).trigger('hide_variation');
      else jQuery(place).trigger('show_variation', [{ variation_id: variationId }, template === null]);
    });
  };
  followVariation(Number(place.dataset.product), show, controller.signal);
  return () => controller.abort();
}
