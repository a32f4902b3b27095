import type { Shop } from '#platform/features/shop.ts';
import { contactFormSettings } from '../settings.ts';
import type { FormIds } from '../sources/find-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { formPagePath } from './paths.ts';

interface AskAboutProductProps {
  readonly shop: Shop;
  readonly slug: string;
  readonly formIds: FormIds;
}

/** Links to the form for questions about a product. The script opens it in a lightbox. */
export function AskAboutProduct({ shop, slug, formIds }: AskAboutProductProps) {
  const form = shop.settings(contactFormSettings).productForm;
  if (form === undefined || !formIds.has(form)) return null;
  return (
    <p className="buy__ask">
      <a href={`${formPagePath(form)}?product=${encodeURIComponent(slug)}`} data-lightbox="page" rel="nofollow">
        {shop.t(texts.ask_about_product)}
      </a>
    </p>
  );
}
