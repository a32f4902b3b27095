/** What staff and programs may be allowed to do. */
export interface Permission {
  /** `feature.action`, such as `orders.write`. Permanent: accounts store it. */
  readonly name: string;
  /** What it allows, for the person who grants it. */
  readonly description: string;
  /** Roles can have it up to an amount of money. */
  readonly hasLimit: boolean;
  /** Routes that require it need a fresh sign-in, too: it gives away the shop, or data of people. */
  readonly isDangerous: boolean;
}

/**
 * Declares a permission: `x.read`, `x.write`, and by itself what is dangerous. Routes, mutations and
 * commands require it by its name: `requires: 'orders.write'`. Every permission of an area includes
 * its `x.read`.
 */
export function definePermission(
  name: string,
  description: string,
  { hasLimit = false, isDangerous = false } = {},
): Permission {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(name))
    throw new TypeError(
      `The permission '${name}' is not valid: expected two words of lower-case letters and -, joined by a dot`,
    );
  return { name, description, hasLimit, isDangerous };
}

declare module './shop.ts' {
  interface Shop {
    /** Those of the platform and of all features. */
    readonly permissions: readonly Permission[];
  }
}
