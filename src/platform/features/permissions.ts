export interface Permission {
  /** `feature.action`, such as `orders.write`. Permanent: accounts store it. */
  readonly name: string;
  /** Describes what the permission allows, for the person who grants it. */
  readonly description: string;
  /** Whether roles can have the permission up to an amount of money. */
  readonly hasLimit: boolean;
  /**
   * Whether routes that require the permission also require a recent sign-in, since it gives access to the whole shop
   * or to personal data.
   */
  readonly isDangerous: boolean;
}

/**
 * Declares a permission: `x.read`, `x.write`, and separate permissions for dangerous actions. Routes, mutations and
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
    readonly permissions: readonly Permission[];
  }
}
