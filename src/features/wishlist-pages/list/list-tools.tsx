import {
  getWishlistPath,
  privateList,
  publicList,
  sharedList,
  type Wishlist,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Select, Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { estimatePopupPath, getListPdfPath, managePath } from '../contract.ts';
import { getPopupRel } from '../names.ts';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { ListFormProps } from './render-rows.tsx';
import { WriteForm } from './write-form.tsx';

export function ListTools({ shop, context, view: { list, href, isGuest } }: ListFormProps) {
  const { t } = context;
  const props = { context, list, href };
  return (
    <details className="wishlist-menu">
      <summary className="button button--quiet">
        {t(list.isUserOwner ? texts.yourList : texts.thisList)}
        <Icon name="chevron-down" small />
      </summary>
      <div className="wishlist-tools">
        {list.isUserOwner ? (
          <>
            <PrivacyForm {...props} />
            <ShareLink {...props} />
            <GiftForm {...props} />
          </>
        ) : (
          list.privacy === publicList && (
            <FollowForm {...props} guestDays={isGuest ? shop.settings(wishlistSettings).keepGuestDays : null} />
          )
        )}
        <p className="wishlist-tools__links">
          <button className="button button--text when-script" type="button" data-print="">
            {t(texts.print)}
          </button>
          {list.itemCount > 0 && <a href={getListPdfPath(list.token)}>{t(texts.pdf)}</a>}
          {list.isUserOwner && list.itemCount > 0 && shop.settings(wishlistPageSettings).estimateForm !== undefined && (
            <a
              href={`${estimatePopupPath}?wishlist_id=${list.token}&ajax=true`}
              rel="nofollow"
              data-rel={getPopupRel('ask_an_estimate')}
            >
              {t(texts.askEstimate)}
            </a>
          )}
        </p>
        {list.isUserOwner && !list.isDefault && (
          <WriteForm write="delete" fields={{ wishlist_id: list.token, return: managePath }}>
            <Button look="text">{t(texts.deleteList)}</Button>
          </WriteForm>
        )}
      </div>
    </details>
  );
}

interface ToolProps {
  readonly context: RenderContext;
  readonly list: Wishlist;
  /** Address of the page, to which the forms redirect. */
  readonly href: string;
}

export const listPrivacyOptions = ({ t }: Pick<RenderContext, 't'>) => [
  { value: String(publicList), label: t(texts.public) },
  { value: String(sharedList), label: t(texts.shared) },
  { value: String(privateList), label: t(texts.private) },
];

function PrivacyForm({ context, list, href }: ToolProps) {
  const { t } = context;
  return (
    <WriteForm className="wishlist-tools__form" write="privacy" fields={{ wishlist_id: list.token, return: href }}>
      <Field id="wishlist-privacy" label={t(texts.whoSees)}>
        {(control) => (
          <Select
            {...control}
            controlClass="wishlist-visibility"
            name="wishlist_visibility"
            defaultValue={String(list.privacy)}
            options={listPrivacyOptions(context)}
          />
        )}
      </Field>
      <Button className="when-no-script" look="quiet">
        {t(texts.save)}
      </Button>
    </WriteForm>
  );
}

/** Renders the link for other people. Scripts copy it; without script the shopper can select it. */
function ShareLink({ context, list, href }: ToolProps) {
  const { t, absolute } = context;
  if (list.shareToken === null) return <p className="wishlist__facts">{t(texts.notShared)}</p>;
  const url = absolute(getWishlistPath(list.shareToken));
  return (
    <div className="wishlist-tools__form">
      <Field id="wishlist-link" label={t(texts.shareLink)}>
        {(control) => <TextInput {...control} className="copy-target" value={url} readOnly />}
      </Field>
      <p className="wishlist-tools__links">
        <ShareButtons context={context} url={url} name={list.name} />
      </p>
      <WriteForm write="renew-link" fields={{ wishlist_id: list.token, return: href }}>
        <Button look="text">{t(texts.renewLink)}</Button>
      </WriteForm>
    </div>
  );
}

interface ShareButtonsProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly url: string;
  readonly name: string;
  /** Whether the buttons contain the list's name for screen readers, since the page has buttons of several lists. */
  readonly isNamed?: boolean;
}

export function ShareButtons({ context: { t }, url, name, isNamed = false }: ShareButtonsProps) {
  const mail = new URLSearchParams({ subject: name, body: `${t(texts.mailBody)}\n${url}` });
  const hiddenName = isNamed && <VisuallyHidden>{name}</VisuallyHidden>;
  return (
    <>
      <button
        className="button button--text copy-trigger when-script"
        type="button"
        data-copy={url}
        data-copied={t(texts.copied)}
      >
        {t(texts.copyLink)} {hiddenName}
      </button>
      <button className="button button--text when-script" type="button" data-share={url} data-share-title={name} hidden>
        {t(texts.share)} {hiddenName}
      </button>
      {/* A form field writes a space as '+', which mail programs show. */}
      <a href={`mailto:?${String(mail).replaceAll('+', '%20')}`}>
        {t(texts.shareByMail)} {hiddenName}
      </a>
    </>
  );
}

function GiftForm({ context: { t }, list, href }: ToolProps) {
  const { gift } = list;
  const optional = { note: t(texts.optional) };
  return (
    <details className="accordion" open={gift !== null}>
      <summary className="accordion__title">{t(texts.giftList)}</summary>
      <WriteForm
        className="accordion__body wishlist-tools__form"
        write="gift"
        fields={{ wishlist_id: list.token, return: href }}
      >
        <Checkbox
          id="is-gift-list"
          name="is_gift_list"
          value="1"
          defaultChecked={gift !== null}
          label={t(texts.isGiftList)}
        />
        <Field id="owner-name" label={t(texts.ownerName)} hint={t(texts.ownerNameHint)} {...optional}>
          {(control) => (
            <TextInput {...control} name="owner_name" defaultValue={gift?.ownerName ?? ''} maxLength={100} />
          )}
        </Field>
        <Field id="occasion" label={t(texts.occasion)} hint={t(texts.occasionHint)} {...optional}>
          {(control) => <TextInput {...control} name="occasion" defaultValue={gift?.occasion ?? ''} maxLength={100} />}
        </Field>
        <Field id="event-date" label={t(texts.eventDate)} {...optional}>
          {(control) => <TextInput {...control} type="date" name="event_date" defaultValue={gift?.eventDate ?? ''} />}
        </Field>
        <Field id="delivery-address" label={t(texts.deliveryAddress)} hint={t(texts.deliveryAddressHint)} {...optional}>
          {(control) => {
            const address = { name: 'delivery_address', defaultValue: gift?.deliveryAddress ?? '' };
            return <Textarea {...control} {...address} maxLength={1000} rows={3} />;
          }}
        </Field>
        <Checkbox
          id="shows-bought"
          name="shows_bought"
          value="1"
          defaultChecked={gift?.showsBought ?? false}
          label={t(texts.showsBought)}
        />
        <Button look="quiet">{t(texts.save)}</Button>
      </WriteForm>
    </details>
  );
}

/** @param guestDays days for which the shop remembers the lists that a guest follows */
function FollowForm({ context: { t }, list, href, guestDays }: ToolProps & { readonly guestDays: number | null }) {
  return (
    <WriteForm
      className="wishlist-tools__form"
      write={list.isFollowed ? 'unfollow' : 'follow'}
      fields={{ wishlist_token: list.token, return: href }}
    >
      <p>{t(list.isFollowed ? texts.following : texts.followText)}</p>
      {guestDays !== null && <p>{t(texts.followGuest, { days: guestDays })}</p>}
      <Button look="quiet">{t(list.isFollowed ? texts.unfollow : texts.follow)}</Button>
    </WriteForm>
  );
}
