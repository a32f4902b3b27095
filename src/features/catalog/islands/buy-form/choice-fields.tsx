import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { BuyChoice } from '../buy-form.shared.ts';

interface ChoiceFieldsProps {
  readonly choices: readonly BuyChoice[];
  /** Terms that lead to a variation, by attribute slug. */
  readonly available: Readonly<Record<string, readonly string[]>>;
  readonly chosen: Readonly<Record<string, string>>;
  readonly notAvailable: string;
  readonly onChoose: (attribute: string, term: string) => void;
}

/** One group of radio buttons for each attribute in which variations differ. */
export function ChoiceFields({ choices, available, chosen, notAvailable, onChoose }: ChoiceFieldsProps) {
  return choices.map((choice) => (
    <fieldset className="option" key={choice.slug}>
      <legend className="option__name">
        {choice.name}{' '}
        <span className="option__chosen">{choice.terms.find(({ slug }) => slug === chosen[choice.slug])?.name}</span>
      </legend>
      <div className="option__choices">
        {choice.terms.map((term) => (
          <Term
            key={term.slug}
            field={choice.field}
            kind={choice.kind}
            term={term}
            checked={chosen[choice.slug] === term.slug}
            missing={available[choice.slug]?.includes(term.slug) ? null : notAvailable}
            onChoose={() => onChoose(choice.slug, term.slug)}
          />
        ))}
      </div>
    </fieldset>
  ));
}

interface TermProps {
  readonly field: string;
  readonly kind: BuyChoice['kind'];
  readonly term: BuyChoice['terms'][number];
  readonly checked: boolean;
  /** Words that say that it can't be had, or null. */
  readonly missing: string | null;
  readonly onChoose: () => void;
}

function Term({ field, kind, term, checked, missing, onChoose }: TermProps) {
  const look = kind === 'swatch' ? 'swatch-choice' : 'pill-choice';
  return (
    <label className={look}>
      <input
        className={`${look}__input`}
        type="radio"
        name={field}
        value={term.slug}
        required
        checked={checked}
        disabled={missing !== null}
        onChange={onChoose}
      />
      {kind === 'swatch' && <span className="swatch" style={{ '--swatch': term.swatch } as object} />}
      <span className={`${look}__name`}>{term.name}</span>
      {missing !== null && <VisuallyHidden> ({missing})</VisuallyHidden>}
    </label>
  );
}
