import type { FormExtension } from './forms/extend-form.ts';
import type { ListExtension } from './lists/extend-list.ts';
import type { RecordExtension } from './records/extend-record.ts';

/**
 * An addition of a feature to a page of another feature. Each kind is made by its own function, such as `extendList`.
 */
export type AdminExtension = ListExtension | FormExtension | RecordExtension;

type OfKind<Kind extends AdminExtension['kind']> = Extract<AdminExtension, { readonly kind: Kind }>;

export function pickExtensions<Kind extends AdminExtension['kind']>(
  extensions: readonly AdminExtension[] = [],
  kind: Kind,
): readonly OfKind<Kind>[] {
  return extensions.filter((each): each is OfKind<Kind> => each.kind === kind);
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** Additions in the order of the wiring. */
    readonly adminExtensions: readonly AdminExtension[];
  }
}
