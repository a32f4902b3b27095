import type { Page } from '#platform/pages/page.ts';
import { contactFormSettings } from '../settings.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { contactPath } from './paths.ts';
import { createFormPlacer } from './place-form.tsx';

/** The page with the shop's contact form, where the settings name one. */
export const contactPage: Page = {
  name: 'contact',
  path: contactPath,
  async load(shop, { t }) {
    const formId = shop.settings(contactFormSettings).contactForm;
    const placed = formId === undefined ? null : await createFormPlacer(shop)(formId);
    if (!placed) return { kind: 'missing' };
    return {
      kind: 'page',
      title: t(texts.contact_title),
      description: t(texts.contact_lead),
      styles: 'src/features/contact-forms/contact-forms.page.css',
      tags: placed.tags,
      body: (
        <div className="wrap wrap--text contact-page">
          <header className="page-head page-head--small">
            <h1>{t(texts.contact_title)}</h1>
            <p className="lead">{t(texts.contact_lead)}</p>
          </header>
          {placed.node}
        </div>
      ),
    };
  },
};
