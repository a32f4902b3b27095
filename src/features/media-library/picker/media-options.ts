import type { ReactNode } from 'react';
import type { FormState, ShownOption } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';

export interface ChosenPicture {
  readonly name: string;
  readonly picture: ShownOption;
  readonly index: number;
  readonly state: FormState;
}

export interface MediaFieldOptions extends FieldLook {
  /** Default: 100. */
  readonly max?: number | undefined;
  /** The permission to save the form, whose holders may search the library in it. Default: who may see the library. */
  readonly requires?: string | undefined;
  /** Controls of the form about a chosen picture, such as its alt text. Their names begin with that of the field. */
  readonly renderDetails?: ((chosen: ChosenPicture) => ReactNode) | undefined;
}

export interface MediaOptions extends MediaFieldOptions {
  readonly rest: string;
}
