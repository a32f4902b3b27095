/** What staff and programs may be allowed to do. */
export interface Permission {
  /** `feature.action`, such as `orders.write`. Permanent: accounts store it. */
  readonly name: string;
  /** What it allows, for the person who grants it. */
  readonly description: string;
}

/** Declares a permission. Routes require it by its name: `config: { requires: 'orders.write' }`. */
export function definePermission(name: string, description: string): Permission {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(name))
    throw new TypeError(
      `The permission '${name}' is not valid: expected two words of lower-case letters and -, joined by a dot`,
    );
  return { name, description };
}

declare module './shop.ts' {
  interface Shop {
    /** Those of all features. */
    readonly permissions: readonly Permission[];
  }
}
