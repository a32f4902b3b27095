import type { ReactNode } from 'react';
import type { FormState, ShownOption } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';

/** A chosen picture in a field of a form. */
export interface ChosenPicture {
  /** Of the field. */
  readonly name: string;
  readonly picture: ShownOption;
  /** From 0. */
  readonly index: number;
  readonly state: FormState;
}

export interface MediaFieldOptions extends FieldLook {
  /** Most of the pictures. Default: 100. */
  readonly max?: number | undefined;
  /** The permission to save the form, whose holders may search the library in it. Default: who may see the library. */
  readonly requires?: string | undefined;
  /** Controls of the form about a chosen picture, such as its alt text. Their names begin with that of the field. */
  readonly renderDetails?: ((chosen: ChosenPicture) => ReactNode) | undefined;
}

export interface MediaOptions extends MediaFieldOptions {
  /** {platform_rest}, for the script. */
  readonly rest: string;
}
