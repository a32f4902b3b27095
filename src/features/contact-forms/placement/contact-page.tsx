import type { Shop } from '#platform/features/shop.ts';
import type { Page, PageResult } from '#platform/pages/page.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { PageHead } from '#ui/page-head.tsx';
import { contactFormSettings } from '../settings.ts';
import { type FormIds, getFormIds } from '../sources/find-forms.ts';
import { storedFormsTag } from '../sources/stored-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { contactPagePath, contactPath, formPagePath } from './paths.ts';
import { createFormPlacer } from './place-form.tsx';

interface FormPageContent {
  readonly form: number | undefined;
  readonly title: string;
  readonly lead: string;
}

async function renderFormPage(shop: Shop, { form, title, lead }: FormPageContent): Promise<PageResult> {
  const placed = form === undefined ? null : await createFormPlacer(shop)(form);
  if (!placed) return { kind: 'missing' };
  return {
    kind: 'page',
    title,
    description: lead || title,
    styles: 'src/features/contact-forms/contact-forms.page.css',
    tags: placed.tags,
    until: placed.until,
    body: (
      <div className="wrap wrap--text contact-page">
        <PageHead title={title} lead={lead} />
        {placed.node}
      </div>
    ),
  };
}

export const contactPage: Page = {
  name: 'contact',
  path: contactPath,
  load: (shop, { t }) =>
    renderFormPage(shop, {
      form: shop.settings(contactFormSettings).contactForm,
      title: t(texts.contact_title),
      lead: t(texts.contact_lead),
    }),
};

export const formPages: Page = {
  name: 'contact-form-page',
  path: contactPagePath(':slug'),
  async load(shop, _, { slug }) {
    const page = shop.settings(contactFormSettings).pages.find((each) => each.slug === slug);
    return page ? renderFormPage(shop, page) : { kind: 'missing' };
  },
};

/** A setting may name a form before it is imported. */
export function listContactLinks(
  { contactForm, pages }: ReturnType<typeof contactFormSettings.schema.parse>,
  formIds: FormIds,
  t: Translate,
): { name: string; href: string }[] {
  const hasContact = contactForm !== undefined && formIds.has(contactForm);
  const shown = pages.filter(({ form, inFooter }) => inFooter && formIds.has(form));
  return [
    ...(hasContact ? [{ name: t(texts.contact_link), href: contactPath }] : []),
    ...shown.map(({ slug, title }) => ({ name: title, href: contactPagePath(slug) })),
  ];
}

export async function listContactPages(shop: Shop): Promise<{ path: string; changedAt: null }[]> {
  const links = listContactLinks(shop.settings(contactFormSettings), await getFormIds(shop), shop.t);
  return links.map(({ href }) => ({ path: href, changedAt: null }));
}

export const searchableContactPages = {
  tags: ['settings:contact-forms', storedFormsTag],
  async list(shop: Shop) {
    const settings = shop.settings(contactFormSettings);
    const links = listContactLinks(settings, await getFormIds(shop), shop.t);
    return links.map(({ name, href }) => {
      const page = settings.pages.find(({ slug }) => contactPagePath(slug) === href);
      const lead = page ? page.lead : shop.t(texts.contact_lead);
      const title = page ? name : shop.t(texts.contact_title);
      return { path: href, title, headings: [name, lead].filter((text) => text !== ''), text: lead };
    });
  },
};

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
