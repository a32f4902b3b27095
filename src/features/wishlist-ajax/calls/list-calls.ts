import { renameList, setListPrivacy, type WriteFailure, wishlistTexts } from '#features/wishlists/index.ts';
import { readRef, readText } from '../fields.ts';
import { estimateRequests } from '../ports.ts';
import { wishlistAjaxTexts as texts } from '../texts.ts';
import { type CallResult, defineCall } from './define-call.ts';

const listNotFound: WriteFailure = { ok: false, code: 'LIST_NOT_FOUND' };

const titleCall = defineCall({
  call: 'save_title',
  name: 'rename-list',
  description: 'Gives a list another name. `false`: it was refused.',
  fields: { wishlist_id: 'Id or token of the list', title: 'The name' },
  isBoolean: true,
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const list = readRef(fields, 'wishlist_id');
    if (list === undefined) return listNotFound;
    const renamed = await renameList(shop, owner, { list, name: readText(fields, 'title') });
    return renamed.ok ? { ok: true, answer: { result: true, message: shop.t(wishlistTexts.renamed) } } : renamed;
  },
});

const privacyCall = defineCall({
  call: 'save_privacy',
  name: 'set-privacy',
  description: 'Sets who sees a list.',
  fields: { wishlist_id: 'Id or token of the list', privacy: '0 everybody, 1 who has its link, 2 its owner' },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const list = readRef(fields, 'wishlist_id');
    const privacy = ([0, 1, 2] as const).find((each) => String(each) === readText(fields, 'privacy'));
    if (list === undefined || privacy === undefined) return listNotFound;
    const changed = await setListPrivacy(shop, owner, { list, privacy });
    return changed.ok ? { ok: true, answer: { message: shop.t(wishlistTexts.privacyChanged) } } : changed;
  },
});

const loadBlocks = async (): Promise<CallResult> => ({ ok: true, answer: {} });

/** Changes nothing, but is a POST, since scripts of shops that moved here send one. */
const loadCall = defineCall({
  call: 'load_fragments',
  name: 'load-blocks',
  description: 'Renders blocks of a page for this shopper. Changes nothing.',
  fields: {},
  isRead: true,
  run: loadBlocks,
});

const loadMobileCall = defineCall({
  call: 'load_mobile',
  name: 'load-layout',
  description: 'Renders blocks of a page in the layout of `is_mobile`. Changes nothing.',
  fields: {},
  isRead: true,
  run: loadBlocks,
});

const estimateCall = defineCall({
  call: 'ask_an_estimate',
  name: 'ask-estimate',
  description: 'Asks the shop for an estimate of a list. `false`: the message did not arrive.',
  fields: { wishlist_id: 'Id or token of the list; empty for the default list' },
  isBoolean: true,
  run: async (call): Promise<CallResult> => {
    const ask = call.shop.implementations(estimateRequests).at(-1);
    const body = call.request.body as Readonly<Record<string, unknown>>;
    const reply = await ask?.(call, body);
    return { ok: true, answer: reply ?? { result: false, message: call.shop.t(texts.estimateFailed) } };
  },
});

export const listCalls = [titleCall, privacyCall, loadCall, loadMobileCall, estimateCall];
