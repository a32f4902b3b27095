/** `File` of a browser fits, and so does what the server received. */
export interface FileValue {
  readonly name: string;
  readonly size: number;
}

export interface FormEntry {
  /** Name of the control; `menu[]` belongs to the field `menu`. */
  readonly name: string;
  readonly value: string | FileValue;
}

/** Names of the rules, and `maxeachfilesize`, which scripts of the plugin skip. */
export const ruleNames = [
  ...(['required', 'requiredfile', 'email', 'url', 'tel', 'number', 'date', 'time', 'file', 'enum'] as const),
  ...(['dayofweek', 'minitems', 'maxitems', 'minlength', 'maxlength', 'minnumber', 'maxnumber'] as const),
  ...(['mindate', 'maxdate', 'minfilesize', 'maxfilesize', 'maxeachfilesize', 'stepnumber', 'all', 'any'] as const),
] as const;

export type RuleName = (typeof ruleNames)[number];

/** A rule of a form's schema. A rule with another name is skipped. */
export interface FieldRule {
  readonly rule: RuleName | (string & {});
  readonly field?: string | undefined;
  readonly error?: string | undefined;
  /** Accepted values of `enum`, weekdays of `dayofweek`, extensions and MIME types of `file`. */
  readonly accept?: readonly (string | number)[] | undefined;
  readonly threshold?: string | number | undefined;
  /** `stepnumber` counts its steps from here. */
  readonly base?: string | number | undefined;
  readonly interval?: string | number | undefined;
  /** Only of `all` and `any`. */
  readonly rules?: readonly FieldRule[] | undefined;
}

/** What the schema call answers. */
export interface FormSchema {
  readonly version: string;
  readonly locale: string;
  readonly rules: readonly FieldRule[];
  /** A check for robots is asked. */
  readonly bot_check?: true;
}

/**
 * Where the rules run. The server also accepts international numbers of five digits, because scripts
 * of the plugin count the plus sign as one of six characters.
 */
export type RuleSide = 'browser' | 'server';

/** Errors by name of the field, in the order of the rules that failed. */
export type FieldErrors = ReadonlyMap<string, string>;
