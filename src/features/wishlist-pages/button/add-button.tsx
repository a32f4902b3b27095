import { getAddPath, getWishlistFormPath, wishlistPath } from '#features/wishlists/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { fragmentClass, getButtonClass, getPopupRel } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { ButtonOptions } from './button-options.ts';

/** The row because of which a product counts as listed. */
export interface ListedRow {
  readonly itemId: number;
  readonly listPath: string;
}

export interface AddButtonProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly prefix: string;
  readonly options: ButtonOptions;
  /** Classes of the block. Default: those of a cached page. */
  readonly classes?: readonly string[] | undefined;
  /** Null on cached pages, where a private call loads which products are listed. */
  readonly row: ListedRow | null;
  readonly otherLists: readonly { readonly id: number; readonly name: string }[];
  readonly isModal: boolean;
  /** Id of the product form that the button submits without script. Default: the form around the button, if any. */
  readonly formId?: string | undefined;
  readonly canAddAgain: boolean;
  /** Whether the shop's script shows the state. The block then contains the parts of all states, with some hidden. */
  readonly isToggled?: boolean;
}

/** The wishlist button of a product, in the markup of the wishlist plugin. */
export function AddButton(props: AddButtonProps) {
  const { prefix, options, classes = listButtonClasses(prefix, options.product_id), row, otherLists } = props;
  const isInForm = options.place === 'form';
  const exists = row === null ? [] : ['exists'];
  const hasDropdown = isInForm && otherLists.length > 0 && (row === null || props.canAddAgain);
  const isToggled = isInForm && props.isToggled;
  return (
    <div
      className={[...classes.filter((name) => name !== 'exists'), ...exists].join(' ')}
      data-fragment-ref={options.product_id}
      data-fragment-options={JSON.stringify(options)}
    >
      <div className={`${prefix}-add-button wishlist-add${hasDropdown ? ' with-dropdown' : ''}`}>
        {row === null ? <AddLink {...props} /> : <ListedLink {...props} row={row} />}
        {isInForm && (row !== null || isToggled) && <MoreLinks {...props} />}
        {/* Scripts of a migrated shop fill the dropdown with links that add the product to other lists. */}
        {(hasDropdown || isToggled) && <Dropdown {...props} />}
      </div>
    </div>
  );
}

/** Returns the class names, which must be in one line: scripts derive keys from them. */
const listButtonClasses = (prefix: string, productId: number): string[] => [
  getButtonClass(prefix),
  `add-to-wishlist-${productId}`,
  fragmentClass,
  'on-first-load',
];

/** Attributes that scripts of a shop that moved here update when the shopper chooses a variation. */
const toIdAttributes = ({ product_id, parent_product_id }: ButtonOptions) => ({
  'data-product-id': product_id,
  'data-original-product-id': parent_product_id,
});

/** Attributes of a link that adds the product. Scripts of popups fetch its address; opened directly, it is a page. */
const createAddLinkProps = ({ isModal, options }: AddButtonProps, listId?: number) => ({
  href: `${getAddPath(options.product_id, listId)}${isModal ? '&ajax=true' : ''}`,
  rel: 'nofollow',
  ...toIdAttributes(options),
  'data-product-type': options.product_type,
  // Scripts of a shop that moved here read the list chosen in a popup only with this attribute.
  'data-rel': isModal ? getPopupRel(`add_to_wishlist_${options.product_id}`) : undefined,
});

function AddLink(props: AddButtonProps) {
  const { options, isModal, formId } = props;
  const { t } = props.context;
  const { name, place, wishlist_id: listId } = options;
  const label = place === 'form' ? t(texts.add) : <VisuallyHidden>{t(texts.addNamed, { name })}</VisuallyHidden>;
  const look = `wishlist-add__link${place === 'card' ? ' card-action' : ''}`;
  const hasForm = place === 'form' || formId !== undefined;
  return (
    <>
      <a
        className={`${isModal ? 'open-pretty-photo' : 'add_to_wishlist'} ${look}${hasForm ? ' when-script' : ''}`}
        {...createAddLinkProps(props, listId)}
        data-wishlist-id={listId}
        data-tip={place === 'form' ? undefined : t(texts.add)}
      >
        <Icon name="heart" />
        {label}
      </a>
      {hasForm && (
        // Submits the choices of the product form. Files are left out unless a script has uploaded them.
        <button
          className="wishlist-add__link when-no-script"
          type="submit"
          form={formId}
          formAction={getWishlistFormPath('add')}
          formEncType="application/x-www-form-urlencoded"
          formNoValidate
        >
          <Icon name="heart" />
          {label}
        </button>
      )}
    </>
  );
}

function ListedLink({ context: { t }, options, row }: AddButtonProps & { readonly row: ListedRow }) {
  const { name, place } = options;
  const isIcon = place !== 'form';
  return (
    <a
      className={`wishlist-added wishlist-add__link${place === 'card' ? ' card-action' : ''}`}
      href={row.listPath}
      rel="nofollow"
      // In the gallery no other element tells scripts of a shop that moved here which product this is.
      {...(place === 'gallery' && toIdAttributes(options))}
      data-tip={isIcon ? t(texts.listed) : undefined}
    >
      <Icon name="heart" />
      {isIcon ? <VisuallyHidden>{t(texts.listedNamed, { name })}</VisuallyHidden> : t(texts.listed)}
    </a>
  );
}

function MoreLinks(props: AddButtonProps) {
  const { context, options, row, canAddAgain, isToggled = false } = props;
  const { t } = context;
  // The shop's script always asks in a popup for the other list.
  const isModal = props.isModal || isToggled;
  return (
    <span className="wishlist-add__more" hidden={row === null}>
      {canAddAgain && (
        <a className={isModal ? 'open-pretty-photo' : undefined} {...createAddLinkProps({ ...props, isModal })}>
          {t(texts.addToAnother)}
        </a>
      )}
      <a
        className="delete_item"
        href={wishlistPath}
        rel="nofollow"
        data-item-id={row?.itemId}
        {...toIdAttributes(options)}
      >
        {t(texts.remove)}
      </a>
    </span>
  );
}

function Dropdown({ context: { t }, prefix, options, otherLists, isToggled }: AddButtonProps) {
  const createEntry = (list?: AddButtonProps['otherLists'][number]) => (
    <li key={list?.id}>
      <a
        className="add_to_wishlist"
        href={getAddPath(options.product_id, list?.id)}
        rel="nofollow"
        {...toIdAttributes(options)}
        data-product-type={options.product_type}
        data-wishlist-id={list?.id}
      >
        {list?.name}
      </a>
    </li>
  );
  return (
    <details className="wishlist-add__others" hidden={otherLists.length === 0}>
      <summary>{t(texts.otherLists)}</summary>
      <ul className={`${prefix}-dropdown`}>{otherLists.map(createEntry)}</ul>
      {isToggled && <template>{createEntry()}</template>}
    </details>
  );
}
