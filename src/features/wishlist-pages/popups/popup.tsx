import { randomUUID } from 'node:crypto';
import type { ReactNode } from 'react';
import { newList, privateList, type Wishlist, wishlistSettings, wishlistTexts } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choices.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { listPrivacyOptions } from '../list/list-tools.tsx';
import { getPrefix } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

/** Content that scripts show in a popup, and its address shows as a page. */
export interface Popup {
  readonly title: string;
  readonly body: ReactNode;
  readonly openedForm?: number;
  /** Whether its form may be a guest's first write: the guest then gets the visitor cookie with the popup. */
  readonly startsVisit?: true;
}

interface PopupFormProps {
  readonly shop: Shop;
  readonly name: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string | number>>;
  readonly submit: SubmitButton;
  readonly children: ReactNode;
}

interface SubmitButton {
  readonly label: string;
  /** Class by which scripts recognise the action. */
  readonly className: string;
  /** Values that scripts send: the product, or the row and the token of its list. */
  readonly data?: { readonly 'data-product-id': number; readonly 'data-origin-wishlist-id'?: string } | undefined;
}

/**
 * Form of a popup. Its content must be directly before its footer. Scripts of a shop that moved here cancel the
 * submission of forms with the class `-popup-form`, so only forms whose button they handle have it.
 */
export function PopupForm({ shop, name, action, hidden, submit, children }: PopupFormProps) {
  const prefix = getPrefix(shop);
  return (
    <form
      className={submit.data ? `${prefix}-popup-form wishlist-popup` : 'wishlist-popup'}
      id={`${name}_popup`}
      method="post"
      action={action}
    >
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <div className={`${prefix}-popup-content wishlist-popup__content`}>{children}</div>
      <div className={`${prefix}-popup-footer wishlist-popup__footer`}>
        <Button className={`wishlist-submit popup_button ${submit.className}`} {...submit.data}>
          {submit.label}
        </Button>
      </div>
    </form>
  );
}

interface ListChoiceProps {
  readonly shop: Shop;
  /** Lists to choose from, the default list first. */
  readonly lists: readonly Wishlist[];
  readonly canCreate: boolean;
  readonly field: 'wishlist_id' | 'destination';
  readonly chosen?: number | undefined;
}

/** Fields to choose a list, or to create one with name and privacy. Without script, all fields are visible. */
export function ListChoice({ shop, lists, canCreate, field, chosen }: ListChoiceProps) {
  const { t } = shop;
  const options = lists.map(({ id, name }) => ({ value: String(id), label: name }));
  // A shopper without lists gets the default list with the first row.
  const known =
    options.length > 0 || field === 'destination' ? options : [{ value: '', label: t(wishlistTexts.defaultName) }];
  const all = canCreate ? [...known, { value: newList, label: t(texts.newList) }] : known;
  const select = (
    <Field id={`popup-${field}`} label={t(texts.chooseList)}>
      {(control) => (
        <Select
          {...control}
          controlClass="wishlist-select"
          name={field}
          defaultValue={chosen === undefined ? all[0]?.value : String(chosen)}
          options={all}
        />
      )}
    </Field>
  );
  if (!canCreate) return select;
  return (
    // Without a script that keeps select and tabs consistent, both tabs are visible: a typed name means a new list.
    <Tabs
      label={t(texts.popupTabs)}
      tabs={[
        { id: `popup-tab-choose-${field}`, title: t(texts.tabChoose), content: select },
        { id: `popup-tab-create-${field}`, title: t(texts.tabCreate), content: <NewListFields shop={shop} /> },
      ]}
    />
  );
}

export function NewListFields({ shop, isRequired = false }: { readonly shop: Shop; readonly isRequired?: boolean }) {
  const { t } = shop;
  const { maxNameLength } = shop.settings(wishlistSettings);
  return (
    <div className="new-wishlist">
      {/* The key makes a form that is sent twice create only one list. */}
      <input type="hidden" name="request_key" value={randomUUID()} />
      <p>
        <label className="field__label" htmlFor="popup-wishlist-name">
          {t(texts.listName)}
        </label>
        <TextInput
          id="popup-wishlist-name"
          className="wishlist-name"
          name="wishlist_name"
          maxLength={maxNameLength}
          required={isRequired}
        />
      </p>
      {/* Scripts of a migrated shop read the checked option. */}
      <RadioGroup
        id="popup-wishlist-visibility"
        name="wishlist_visibility"
        legend={t(texts.whoSees)}
        options={listPrivacyOptions(shop)}
        value={String(privateList)}
        controlClass="wishlist-visibility"
      />
    </div>
  );
}
