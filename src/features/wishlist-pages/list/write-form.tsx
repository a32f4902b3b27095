import type { FormHTMLAttributes } from 'react';
import { getWishlistFormPath, type WishlistWrite } from '#features/wishlists/index.ts';

interface WriteFormProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly write: WishlistWrite;
  /** Hidden inputs by name. `return` is the path of the page that comes next. */
  readonly fields: Readonly<Record<string, string | number | undefined>>;
}

/** The form of a write of wishlists. */
export function WriteForm({ write, fields, children, ...form }: WriteFormProps) {
  return (
    <form {...form} method="post" action={getWishlistFormPath(write)}>
      {Object.entries(fields).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}
