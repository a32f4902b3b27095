import type { CardFieldName } from '#features/wallet/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { type CardPlaceSettings, cardFieldsAttribute } from '../contract.ts';
import { cardTexts as texts } from '../texts.ts';

const fields: readonly { readonly name: CardFieldName; readonly width?: 'half' }[] = [
  { name: 'name' },
  { name: 'number' },
  { name: 'expiry', width: 'half' },
  { name: 'cvv', width: 'half' },
];

interface CardFieldsProps {
  readonly t: Translate;
  readonly settings: CardPlaceSettings;
  readonly label: string;
}

/**
 * Renders places for the card fields, with reserved space, and the button that pays. The provider's script inserts
 * iframes, so the shop renders labels and problems and never sees the typed values.
 */
export function CardFields({ t, settings, label }: CardFieldsProps) {
  return (
    <fieldset
      className="card-fields when-script"
      {...{ [cardFieldsAttribute]: JSON.stringify(settings) }}
      data-filled-by-script=""
    >
      <legend className="visually-hidden">{t(texts.legend)}</legend>
      <div className="form-grid">
        {fields.map(({ name, width }) => (
          <div className={width ? `field field--${width}` : 'field'} key={name} data-card-field={name}>
            <span className="field__label" id={`card-${name}-label`}>
              {t(texts[name])}
            </span>
            {/* biome-ignore lint/a11y/useSemanticElements: the control is in a frame. */}
            <div className="card-fields__frame" role="group" aria-labelledby={`card-${name}-label`} />
          </div>
        ))}
      </div>
      <Button type="button" wide>
        {label}
      </Button>
      <p className="card-fields__status" role="status" />
    </fieldset>
  );
}
