import { getJQuery } from '#ui/browser/jquery.ts';
import { followVariation } from './alerts/follow-variation.ts';

/**
 * Where the script of the plugin runs the forms: puts the form of the chosen variation into the page, alone, because that
 * script looks after the first form of a page only. It is told by the event that it listens to.
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
