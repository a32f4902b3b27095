/** The keywords of JSON Schema that the pages of settings use. */
export interface ValueSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ValueSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: ValueSchema | boolean;
  readonly 'x-secret'?: true;
  /** An amount in minor units of the currency of the shop. */
  readonly 'x-money'?: true;
}

export interface PlainSchema {
  readonly schema: ValueSchema;
  readonly isNullable: boolean;
}

/** Removes `null` from a schema. Keywords beside `anyOf` apply to the result. */
export function toPlainSchema(schema: ValueSchema): PlainSchema {
  const { anyOf, ...others } = schema;
  if (!anyOf) return { schema, isNullable: false };
  const rest = anyOf.filter(({ type }) => type !== 'null');
  const isNullable = rest.length < anyOf.length;
  const [only] = rest;
  return { schema: rest.length === 1 && only ? { ...only, ...others } : { ...others, anyOf: rest }, isNullable };
}

/** Returns the values of which one is chosen, or null when the schema allows other values. */
export function listChoices({ enum: values, anyOf }: ValueSchema): readonly (string | number)[] | null {
  const found = values ?? anyOf?.map((each) => each.const);
  const isChoice = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
  return found && found.length > 0 && found.every(isChoice) ? found : null;
}
