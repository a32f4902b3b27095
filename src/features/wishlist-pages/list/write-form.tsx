import type { FormHTMLAttributes } from 'react';
import { getWishlistFormPath, type Wishlist, type WishlistWrite } from '#features/wishlists/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';

interface WriteFormProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly write: WishlistWrite;
  /** Hidden inputs by name. `return` is the path to redirect to. */
  readonly fields: Readonly<Record<string, string | number | undefined>>;
}

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

interface TitleFormProps {
  readonly t: Translate;
  readonly list: Wishlist;
  readonly maxNameLength: number;
  /** Path of the current page, to which the form redirects. */
  readonly returnTo: string;
}

/** Form that renames a list. It must directly follow the title, where scripts look for it. */
export function TitleForm({ t, list: { token, name }, maxNameLength, returnTo }: TitleFormProps) {
  return (
    <details className="hidden-title-form">
      <summary>
        {t(texts.rename)} <VisuallyHidden>{name}</VisuallyHidden>
      </summary>
      <WriteForm className="wishlist-title-form" write="rename" fields={{ wishlist_id: token, return: returnTo }}>
        <TextInput
          name="wishlist_name"
          defaultValue={name}
          maxLength={maxNameLength}
          required
          aria-label={t(texts.nameOf, { name })}
        />
        <Button look="quiet" className="save-title-form">
          {t(texts.save)}
        </Button>
      </WriteForm>
    </details>
  );
}
