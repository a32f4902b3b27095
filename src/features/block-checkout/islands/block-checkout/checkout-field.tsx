import { useState } from 'react';
import {
  FoldedField,
  type FoldedFieldProps,
  TextField,
  type TextFieldProps,
} from '#platform/forms/field-look.shared.tsx';
import { Button } from '#ui/button.tsx';
import type { BlockCheckoutProps, FindSuggestion } from '../block-checkout.shared.ts';

interface CheckoutFieldProps extends TextFieldProps {
  readonly isFolded: boolean;
  readonly findSuggestion: FindSuggestion;
  readonly labels: Pick<BlockCheckoutProps['labels'], 'suggestion' | 'useSuggestion'>;
  /** Called once the value of a suggestion is in the control. */
  readonly onSuggestionApplied: () => void;
}

/** A field with its suggestion. An optional empty field is folded. */
export function CheckoutField({
  look,
  value,
  error,
  isFolded,
  findSuggestion,
  labels,
  onSuggestionApplied,
}: CheckoutFieldProps) {
  const suggestion = findSuggestion(look.name);
  const control = (
    <TextField {...{ look, value, error }}>
      {suggestion && (
        <p className="field__suggestion">
          {labels.suggestion.replace('{value}', suggestion.value)}{' '}
          <Button
            look="text"
            name="use_suggestion"
            value={suggestion.field}
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              const input = event.currentTarget.form?.elements.namedItem(look.name);
              if (!(input instanceof HTMLInputElement)) return;
              input.value = suggestion.value;
              input.focus();
              onSuggestionApplied();
            }}
          >
            {labels.useSuggestion}
          </Button>
        </p>
      )}
    </TextField>
  );
  if (!isFolded) return control;
  return (
    <Fold field={look} isWanted={value !== '' || error !== undefined}>
      {control}
    </Fold>
  );
}

interface FoldProps extends Pick<FoldedFieldProps, 'field' | 'children'> {
  readonly isWanted: boolean;
}

/** Opens when the field is wanted. Only the shopper closes it, so that it never closes while they type. */
function Fold({ field, isWanted, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isWanted);
  if (isWanted && !isOpen) setIsOpen(true);
  return (
    <FoldedField field={field} isOpen={isOpen}>
      {children}
    </FoldedField>
  );
}
