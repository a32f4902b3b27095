import {
  findFollowedLists,
  findOwnLists,
  getWishlistPath,
  type Wishlist,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { createPopupPath, getListPdfPath, managePath, printHash, searchListsPath } from '../contract.ts';
import { wishlistStyles } from '../list/list-page.tsx';
import { listPrivacyOptions, ShareButtons } from '../list/list-tools.tsx';
import { type PageNotice, PageNotices } from '../list/notices.tsx';
import { TitleForm, WriteForm } from '../list/write-form.tsx';
import { getPopupRel } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

export async function renderManagePage(
  shop: Shop,
  owner: Owner | null,
  { notices }: { readonly notices: readonly PageNotice[] },
): Promise<PrivateView> {
  const context = shop.renderContext(managePath);
  const { t } = context;
  const [lists, followed] = await awaitAll([
    findOwnLists(shop, shop.db, owner),
    findFollowedLists(shop, shop.db, owner),
  ]);
  const { multipleLists, maxLists, maxNameLength } = shop.settings(wishlistSettings);
  return {
    title: t(texts.allLists),
    styles: wishlistStyles,
    body: (
      <Behaviour of="wishlist-pages/list-page" when="load">
        <div className="wrap wishlist">
          <PageHead title={t(texts.allLists)} />
          <PageNotices context={context} notices={notices} returnTo={managePath} />
          {lists.length === 0 ? (
            <p>{t(texts.noLists)}</p>
          ) : (
            <ManageTable context={context} lists={lists} maxNameLength={maxNameLength} />
          )}
          <p className="wishlist__actions">
            {multipleLists && lists.length < maxLists && (
              <ButtonLink
                href={`${createPopupPath}?ajax=true`}
                rel="nofollow"
                data-rel={getPopupRel('create_wishlist')}
              >
                {t(texts.createList)}
              </ButtonLink>
            )}
            <a href={searchListsPath}>{t(texts.searchLists)}</a>
          </p>
          {followed.length > 0 && (
            <section className="wishlist__gifts">
              <h2>{t(texts.followedLists)}</h2>
              <ListLinks context={context} lists={followed} />
            </section>
          )}
        </div>
      </Behaviour>
    ),
  };
}

interface ListsProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly lists: readonly Wishlist[];
}

/** Table of lists. Its roles are explicit, since in small windows CSS shows each row as a block. */
function ManageTable({ context, lists, maxNameLength }: Omit<ManageRowProps, 'list'> & ListsProps) {
  const { t } = context;
  return (
    <table className="table wishlist_manage_table" role="table">
      <thead>
        <tr role="row">
          {[texts.list, texts.items, texts.whoSees, texts.actions].map((text) => (
            <th key={text.key} role="columnheader" scope="col">
              {t(text)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <ManageRow key={list.id} context={context} list={list} maxNameLength={maxNameLength} />
        ))}
      </tbody>
    </table>
  );
}

interface ManageRowProps {
  readonly context: RenderContext;
  readonly list: Wishlist;
  readonly maxNameLength: number;
}

function ManageRow({ context, list, maxNameLength }: ManageRowProps) {
  const { t } = context;
  const { id, token, name, itemCount, isDefault } = list;
  const fields = { wishlist_id: token, return: managePath };
  return (
    <tr role="row" data-wishlist-id={id}>
      <td className="wishlist-name" role="cell">
        <div className="wishlist-title wishlist-title-with-form">
          <a className="wishlist-anchor" href={getWishlistPath(token)}>
            {name}
          </a>
        </div>
        <TitleForm t={t} list={list} maxNameLength={maxNameLength} returnTo={managePath} />
      </td>
      <td role="cell">{t(texts.itemCount, { count: itemCount })}</td>
      <td className="wishlist-privacy" role="cell">
        <WriteForm className="wishlist-privacy__form" write="privacy" fields={fields}>
          <Select
            controlClass="wishlist-visibility"
            name="wishlist_visibility"
            defaultValue={String(list.privacy)}
            options={listPrivacyOptions(context)}
            aria-label={t(texts.whoSeesNamed, { name })}
          />
          <Button look="text">
            {t(texts.save)} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </WriteForm>
      </td>
      <td className="wishlist-actions" role="cell">
        {list.shareToken !== null && (
          <ShareButtons
            context={context}
            url={context.absolute(getWishlistPath(list.shareToken))}
            name={name}
            isNamed
          />
        )}
        {itemCount > 0 && (
          <>
            <a href={`${getWishlistPath(token)}#${printHash}`}>
              {t(texts.print)} <VisuallyHidden>{name}</VisuallyHidden>
            </a>
            <a href={getListPdfPath(token)}>
              {t(texts.pdf)} <VisuallyHidden>{name}</VisuallyHidden>
            </a>
          </>
        )}
        {!isDefault && (
          <WriteForm write="delete" fields={fields}>
            <Button look="text" className="delete_wishlist">
              {t(texts.deleteList)} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          </WriteForm>
        )}
      </td>
    </tr>
  );
}

export function ListLinks({ context: { t }, lists, className }: ListsProps & { readonly className?: string }) {
  return (
    <ul className={className}>
      {lists.map(({ id, token, name, itemCount }) => (
        <li key={id}>
          <a href={getWishlistPath(token)}>{name}</a> – {t(texts.itemCount, { count: itemCount })}
        </li>
      ))}
    </ul>
  );
}
