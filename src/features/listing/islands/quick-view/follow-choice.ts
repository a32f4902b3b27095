import type { DetailsLinkData } from './quick-view.shared.ts';

/** Keeps the choice of a loaded quick view's form in its link to the product's page. Sets have no such link. */
export function followChoice(box: HTMLElement): void {
  const [form, link] = [box.querySelector('form'), box.querySelector<HTMLAnchorElement>('a[data-choice]')];
  if (!form || !link) return;
  const data: DetailsLinkData = JSON.parse(link.dataset.choice ?? '');
  const update = () => {
    link.search = readChoice(new FormData(form), data).toString();
  };
  for (const type of ['change', 'vt:variation-changed']) form.addEventListener(type, update);
  // Clearing half a choice dispatches nothing on the form.
  for (const type of ['pointerover', 'focus', 'click']) link.addEventListener(type, update);
}

/** A variation needs only the terms that it may leave open. */
function readChoice(fields: FormData, { variationParameter, termParameter, choices }: DetailsLinkData) {
  const query = new URLSearchParams();
  const variation = fields.get('variation_id');
  if (variation) query.set(variationParameter, String(variation));
  for (const { slug, field, isOpen } of choices) {
    const term = fields.get(field);
    if (term && (isOpen || !variation)) query.append(termParameter, `${slug} ${term}`);
  }
  return query;
}
