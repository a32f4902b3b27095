import { type ReactNode, useContext } from 'react';
import type { Placeholder } from '#features/content/index.ts';
import type { ContactForm as FormDefinition } from '#features/form-definitions/index.ts';
import { isRelativeDate, listFields } from '#features/form-definitions/index.ts';
import type { FormPlacement, FormPrefill, FormState } from '#features/form-markup/index.ts';
import { ContactForm, type FormScriptConfig, formConfigAttribute, formVersion } from '#features/form-markup/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import { InsideForm } from '#ui/inside-form.ts';
import { mayAskBotCheck } from '../protection/bot-check.ts';
import { contactFormSettings, getFileLimits } from '../settings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { formCacheTag } from '../sources/stored-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { formPagePath } from './paths.ts';
import { customerFactsPath } from './prefill.ts';

interface PlaceOptions {
  readonly prefill?: FormPrefill | undefined;
  /** Hidden inputs for `appendedTexts`. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  readonly className?: string | undefined;
  readonly intro?: ReactNode;
}

interface PlacedForm {
  readonly node: ReactNode;
  readonly tags: readonly string[];
  /** When dates that count from today change the form. */
  readonly until: Date | null;
}

/**
 * Creates a function that places forms on one page by their ids. It returns null for an unknown form. The page
 * names a style sheet that imports `contact-form.css`.
 * @param pageId number of the page's entry, such as a product
 */
export function createFormPlacer(shop: Shop, pageId?: number, firstOrdinal = 1) {
  let ordinal = firstOrdinal - 1;
  return async (formId: number, options: PlaceOptions = {}): Promise<PlacedForm | null> => {
    ordinal += 1;
    const placement = { formId, pageId, ordinal };
    const form = await findContactForm(shop, formId);
    if (!form) return null;
    return {
      node: <FormPlace shop={shop} form={form} placement={placement} {...options} />,
      tags: [formCacheTag(formId)],
      until: hasRelativeDates(form) ? findNextDay(shop.clock.now()) : null,
    };
  };
}

const hasRelativeDates = ({ layout }: FormDefinition): boolean =>
  listFields(layout).some(
    (field) => field.kind === 'date' && [field.min, field.max, field.defaultValue].some(isRelativeDate),
  );

/** `[contact-form id="5"]` in HTML of the shop. */
export const formPlaceholder: Placeholder = {
  name: 'contact-form',
  styles: 'src/features/contact-forms/contact-forms.page.css',
  create: (shop, pageId) => {
    // The question about a product, which opens over its page, is the first form of the product.
    const placeForm = createFormPlacer(shop, pageId, pageId === undefined ? 1 : 2);
    // Pages that name a form before it is there are rendered again when it is.
    return async (id) => (await placeForm(id)) ?? { node: null, tags: [formCacheTag(id)], until: null };
  },
};

interface FormPlaceProps extends PlaceOptions {
  readonly shop: Shop;
  readonly form: FormDefinition;
  readonly placement: FormPlacement;
  readonly state?: FormState | undefined;
}

/** Adds what the script needs, which is fetched when the form comes near. */
export function FormPlace({ shop, form, placement, state, ...options }: FormPlaceProps) {
  const isInsideForm = useContext(InsideForm);
  const { wire, t } = shop;
  const config: FormScriptConfig = {
    ...{ prefix: wire.formPrefix, captcha: wire.captcha },
    customerPath: customerFactsPath(wire),
    api: `${wire.apiRoot}/${wire.formNamespace}/v1/contact-forms`,
    texts: {
      ...{
        retry: t(texts.retry),
        again: t(texts.again),
        tooLarge: t(texts.post_process),
        next: t(texts.next),
        sending: t(texts.sending),
        back: t(texts.back),
      },
      step: t(texts.step, { step: '{step}', steps: '{steps}' }),
    },
  };
  const content = (
    <ContactForm
      {...{ form, placement, state, t }}
      {...options}
      names={wire}
      version={formVersion}
      hasBotCheck={mayAskBotCheck(shop, form)}
      action={formPagePath(form.id)}
      today={formatIsoDay(shop.clock.now())}
      fileLimits={getFileLimits(shop)}
    />
  );
  if (isInsideForm || shop.settings(contactFormSettings).script === 'plugin') return content;
  return (
    <Behaviour of="form-markup/form" when="visible">
      <div {...{ [formConfigAttribute]: JSON.stringify(config) }}>{content}</div>
    </Behaviour>
  );
}
