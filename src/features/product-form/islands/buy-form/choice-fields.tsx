import { findTermPrices, listAvailableTerms } from '#features/product-form/variation-selection.shared.ts';
import { Select } from '#ui/controls.tsx';
import { FieldError } from '#ui/field.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { BuyChoice, BuyFormProps } from '../buy-form.shared.ts';

interface ChoiceFieldsProps extends Pick<BuyFormProps, 'id' | 'choices' | 'offers' | 'chosen' | 'labels'> {
  /** Whether the shopper tried to buy before choosing: missing choices then show an error. */
  readonly hasTriedToBuy: boolean;
  /** Whether the browser refuses to submit the form without a choice. */
  readonly isRequired: boolean;
  readonly onChoose: (attribute: string, term: string) => void;
}

/** Attributes with more terms than this are shown as a select. */
const maxRadioButtons = 8;

export function ChoiceFields({ choices, hasTriedToBuy, isRequired, ...rest }: ChoiceFieldsProps) {
  const { id, offers, chosen, labels, onChoose } = rest;
  const offered = listAvailableTerms(choices, offers, {});
  const available = listAvailableTerms(choices, offers, chosen);
  const inStock = listAvailableTerms(
    choices,
    offers.filter(({ stock }) => stock.kind !== 'out'),
    chosen,
  );
  return choices.map((choice) => {
    const { slug } = choice;
    const prices = findTermPrices(choice, offers, chosen);
    const terms = choice.terms.map((term) => {
      const isIn = (list: Record<string, readonly string[]>) => list[slug]?.includes(term.slug) ?? false;
      const unavailableText = !isIn(available) ? labels.notAvailable : isIn(inStock) ? null : labels.soldOutTerm;
      return {
        ...term,
        price: unavailableText === null ? (prices[term.slug] ?? null) : null,
        unavailableText,
        isOffered: isIn(offered),
      };
    });
    const error = hasTriedToBuy && !chosen[slug] ? choice.selectText : null;
    const props = { id: `${id}-${slug}`, isRequired, choice, terms, chosen: chosen[slug], error };
    const choose = (term: string) => onChoose(slug, term);
    return choice.kind === 'select' && terms.length > maxRadioButtons ? (
      <TermList key={slug} {...props} onChoose={choose} />
    ) : (
      <TermButtons key={slug} {...props} onChoose={choose} />
    );
  });
}

type TermState = BuyChoice['terms'][number] & {
  /** Null when the term does not change the price, or when its price depends on another choice. */
  readonly price: string | null;
  /**
   * Reason why the term is unavailable with the other choices. The term can still be chosen, because the shopper may
   * want to change the other choice.
   */
  readonly unavailableText: string | null;
  readonly isOffered: boolean;
};

interface ChoiceProps {
  readonly id: string;
  readonly isRequired: boolean;
  readonly choice: BuyChoice;
  readonly terms: readonly TermState[];
  readonly chosen: string | undefined;
  readonly error: string | null;
  readonly onChoose: (term: string) => void;
}

function TermButtons({ id, isRequired, choice, terms, chosen, error, onChoose }: ChoiceProps) {
  return (
    <fieldset className="option" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="option__name">
        {choice.name} <span className="option__chosen">{terms.find(({ slug }) => slug === chosen)?.name}</span>
      </legend>
      <div className="option__choices">
        {terms.map((term) => (
          <Term
            key={term.slug}
            field={choice.field}
            isRequired={isRequired}
            kind={choice.kind}
            term={term}
            checked={chosen === term.slug}
            onChoose={() => onChoose(term.slug)}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

interface TermProps {
  readonly field: string;
  readonly isRequired: boolean;
  readonly kind: BuyChoice['kind'];
  readonly term: TermState;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Term({ field, isRequired, kind, term, checked, onChoose }: TermProps) {
  const look = kind === 'swatch' ? 'swatch-choice' : 'pill-choice';
  return (
    <label className={look} data-flaw={term.unavailableText ?? undefined}>
      <input
        className={`${look}__input`}
        type="radio"
        name={field}
        value={term.slug}
        required={isRequired}
        checked={checked}
        disabled={!term.isOffered}
        onChange={onChoose}
      />
      {kind === 'swatch' && <Swatch color={term.swatch} picture={term.picture} />}
      <span className={`${look}__name`}>
        {term.name}
        {term.price !== null && <span className="option__chosen"> {term.price}</span>}
      </span>
      {term.unavailableText && <VisuallyHidden> ({term.unavailableText})</VisuallyHidden>}
    </label>
  );
}

function TermList({ id, isRequired, choice, terms, chosen, error, onChoose }: ChoiceProps) {
  return (
    <div className="option">
      <label className="option__name" htmlFor={id}>
        {choice.name}
      </label>
      <Select
        id={id}
        name={choice.field}
        required={isRequired}
        value={chosen ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          { value: '', label: choice.selectText },
          ...terms.map(({ slug, name, price, unavailableText, isOffered }) => ({
            value: slug,
            label: [name, price, unavailableText && `(${unavailableText})`].filter(Boolean).join(' '),
            disabled: !isOffered,
          })),
        ]}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
