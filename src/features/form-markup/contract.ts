/** What the script of a form needs, as JSON in an attribute of the element around the form. */
export interface FormScriptConfig {
  /** {form_prefix}: begins the names of classes, events and hidden inputs. */
  readonly prefix: string;
  /** Path of the calls, without the form's id. */
  readonly api: string;
  /** {captcha}. */
  readonly captcha: string;
  readonly texts: FormScriptTexts;
}

export interface FormScriptTexts {
  /** Follows the reason for which a call failed. */
  readonly retry: string;
  /** The server refused the size of what was sent (spec 8.1/4). */
  readonly tooLarge: string;
  readonly next: string;
  readonly back: string;
  /** With `{step}`, `{steps}`. */
  readonly step: string;
}

/** Attribute with the `FormScriptConfig`. */
export const formConfigAttribute = 'data-contact-form';
