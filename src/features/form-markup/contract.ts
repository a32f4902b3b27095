/** Version of the forms' markup and calls, which hidden inputs, events and schemas name. */
export const formVersion = '1';

/** What the script of a form needs, as JSON in an attribute of the element around the form. */
export interface FormScriptConfig {
  /** {form_prefix}: begins the names of classes, events and hidden inputs. */
  readonly prefix: string;
  readonly api: string;
  readonly customerPath: string;
  readonly captcha: string;
  readonly texts: FormScriptTexts;
}

export interface FormScriptTexts {
  /** Follows the reason for which a call failed. */
  readonly retry: string;
  /** The server refused the size of what was sent. */
  readonly tooLarge: string;
  /** Shows the form again after it was sent. */
  readonly again: string;
  /** While files are sent. */
  readonly sending: string;
  readonly next: string;
  readonly back: string;
  /** With `{step}`, `{steps}`. */
  readonly step: string;
}

export interface FileFieldTexts {
  readonly remove: string;
  readonly removed: string;
  readonly added: string;
  /** With `{names}`. */
  readonly again: string;
}

export const fileTextsAttribute = 'data-file-texts';

/** Marks the list of errors while everybody sees it: on a page that answers a post, and after sending. */
export const formAnswerClass = 'contact-form__answer';

export const formConfigAttribute = 'data-contact-form';
