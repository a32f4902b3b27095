import type { FieldKind, FieldOf } from '#platform/forms/field.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { type ChoiceOptions, choiceKind } from '#platform/forms/kinds/choices.tsx';
import { FieldError, FieldHint, getControlProps } from '#ui/field.tsx';

type Options = ChoiceOptions<string>;

/** Radio group of one to five stars, none of which is chosen initially. */
const starsKind: FieldKind<string, Options> = {
  ...choiceKind,
  name: 'stars',
  render: ({ field, name, state: { form, problems } }) => {
    const error = findFieldError(problems, name);
    const { hint, label, options, required } = field;
    return (
      <fieldset
        className="choices"
        id={name}
        aria-describedby={getControlProps(name, { hint, error })['aria-describedby']}
      >
        <legend className="choices__legend">
          {label}
          {required && (
            <span className="field__mark" aria-hidden="true">
              {' *'}
            </span>
          )}
        </legend>
        <FieldHint id={name} hint={hint} />
        <FieldError id={name} error={error} />
        <div className="rating__stars">
          {options.map((option) => (
            <label className="rating__star" key={option.value}>
              <input
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={form[name] === option.value}
                required={required}
              />
              <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">
                <path
                  className="stars__outline"
                  d="M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z"
                />
              </svg>
              <span className="visually-hidden">{option.label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    );
  },
};

export const stars = (options: Options): FieldOf<string, Options> => ({ ...options, kind: starsKind });
