import { getProductView, type ProductView } from '#features/catalog/index.ts';
import {
  commentSettings,
  findOwnComment,
  maxAuthor,
  maxBody,
  maxPhotographs,
  maxTitle,
  type OwnComment,
} from '#features/comments/index.ts';
import { readCustomerName } from '#features/customers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { email, file, line, text } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { fieldNames } from '../contract.ts';
import { reviewSettings } from '../settings.ts';
import { reviewTexts as texts } from '../texts.ts';
import { type MailedLink, readReviewLink } from './purchases.ts';
import { stars } from './stars-field.tsx';

export interface WriteSubject {
  readonly product: ProductView;
  readonly isOpen: boolean;
  readonly actor: Actor;
  /** Name in the customer's account; may be empty. */
  readonly customerName: string;
  /** Id of the comment that is answered; null for a new thread; NaN for an invalid id. */
  readonly parentId: number | null;
  /** The comment that is changed; null for a new comment. */
  readonly edited: OwnComment | null;
  /** Whether a comment is to be changed, even when the author may not change it. */
  readonly isEdit: boolean;
  readonly link: MailedLink | null;
}

export const readField = (body: unknown, name: string): string => {
  const value = (body as FormBody | null | undefined)?.[name];
  return String((Array.isArray(value) ? value[0] : value) ?? '');
};

const readId = (value: string): number | null => {
  if (value === '' || value === '0') return null;
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : Number.NaN;
};

/** @returns null when no product has the slug */
export async function loadWriteSubject(
  shop: Shop,
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<WriteSubject | null> {
  const { db, choices, clock } = shop;
  const product = await getProductView(db, { locale: choices.locale, slug }, clock.now());
  if (!product) return null;
  const { customer } = actor;
  const editedId = readId(readField(input, fieldNames.edited));
  const [customerName, link] = await Promise.all([
    customer ? readCustomerName(db, customer.id) : '',
    readReviewLink(shop, product.id, {
      line: readField(input, fieldNames.line),
      key: readField(input, fieldNames.key),
    }),
  ]);
  const edited =
    editedId === null || Number.isNaN(editedId)
      ? null
      : await findOwnComment(db, getOwner(actor), editedId, link?.lineId);
  return {
    ...{ product, actor, link, edited, isEdit: editedId !== null },
    isOpen: shop.settings(commentSettings).isOpen && product.reviewsAllowed,
    customerName: customerName.slice(0, maxAuthor),
    parentId: edited ? edited.parentId : readId(readField(input, fieldNames.parent)),
  };
}

/** Bytes of one uploaded photograph. */
const maxPhotographBytes = 10_000_000;

interface FieldOptions {
  readonly isReply: boolean;
  readonly isEdit: boolean;
  /** Whether the shop knows the author's email address. */
  readonly isKnown: boolean;
}

/**
 * The email address is left out when the shop knows it. The name is always asked for: the name of the account is
 * published only after the customer has confirmed it in the form.
 */
export const createWriteFields = ({ t, settings }: Pick<Shop, 't' | 'settings'>, options: FieldOptions) => {
  const { isReply, isEdit, isKnown } = options;
  return {
    stars: isReply ? null : createStarsField(t, settings(reviewSettings).starsRequired),
    title: isReply
      ? null
      : line({ name: fieldNames.title, label: t(texts.title), note: t(texts.optional), max: maxTitle }),
    body: text({ name: fieldNames.body, label: t(isReply ? texts.reply : texts.body), required: true, max: maxBody }),
    photographs:
      isReply || isEdit
        ? null
        : file({
            ...{ name: fieldNames.photographs, label: t(texts.photographs), note: t(texts.optional) },
            ...{ hint: t(texts.photographsHint, { max: maxPhotographs }), maxBytes: maxPhotographBytes },
            ...{ maxFiles: maxPhotographs, accept: ['.jpg', '.jpeg', '.png', '.webp', '.avif'] },
          }),
    author: isEdit
      ? null
      : line({
          ...{ name: fieldNames.author, label: t(texts.author), hint: t(texts.authorHint) },
          ...{ required: true, max: maxAuthor, autoComplete: 'nickname' },
        }),
    email:
      isEdit || isKnown
        ? null
        : email({
            ...{ name: fieldNames.email, label: t(texts.email), hint: t(texts.emailHint) },
            ...{ required: true, autoComplete: 'email' },
          }),
  };
};

const createStarsField = (t: Translate, required: boolean) =>
  stars({
    ...{ name: fieldNames.stars, label: t(texts.stars), required },
    options: ['1', '2', '3', '4', '5'].map((value) => ({
      value,
      label: t(texts.starsChoice, { stars: Number(value) }),
    })),
  });

export const getFieldOptions = ({ parentId, edited, isEdit, actor, link }: WriteSubject): FieldOptions => ({
  // A comment written without stars keeps having none.
  isReply: parentId !== null || (edited !== null && edited.stars === null),
  isEdit,
  isKnown: actor.customer !== null || link !== null,
});

export const photographLimits = { maxBytes: maxPhotographBytes, maxFiles: maxPhotographs };
