import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const perHour = (max: number) => z.int().min(1).max(1_000_000).nullable().default(max);

export const wishlistSettings = defineSettings(
  'wishlists',
  z.strictObject({
    multipleLists: flag(true, 'Whether a shopper can have more lists than the default one.'),
    maxLists: wholeNumber(20, { min: 1, max: 200 }).describe('Lists that one shopper can have.'),
    maxItems: wholeNumber(1000, { min: 1, max: 10_000 }).describe('Rows that one list can have.'),
    maxNameLength: wholeNumber(100, { min: 10, max: 200 }).describe("Characters of a list's name."),
    defaultPrivacy: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .default(2)
      .describe('Who sees the default list until its owner chooses: 0 everybody, 1 who has its link, 2 its owner.'),
    removeAfterAddToCart: flag(false, 'Whether a row is removed when its owner adds it to the cart from the list.'),
    redirectToCart: flag(false, 'Whether adding to the cart from a list leads to the cart.'),
    modal: flag(
      false,
      'Whether the button opens a popup in which a list is chosen. Else it adds to the default list, and the notice offers the other lists.',
    ),
    hideAddButton: flag(true, 'Whether a product that is in a list has no button to add it to another one.'),
    buttonPosition: z
      .enum(['after_add_to_cart', 'thumbnails', 'none'])
      .default('after_add_to_cart')
      .describe('Where the button is on product pages.'),
    mobileWidth: wholeNumber(768, { min: 320, max: 1200 }).describe(
      'Widest window, in CSS pixels, with the mobile layout of the page of a list.',
    ),
    popupTimeout: wholeNumber(3000, { min: 0, max: 60_000 }).describe(
      'Milliseconds after which notices and popups close; 0: the shopper closes them.',
    ),
    sortByDragging: flag(true, 'Whether rows can be dragged to another place. Buttons move them either way.'),
    hasSortableLibrary: flag(
      false,
      'Whether pages load jQuery UI Sortable, by which the wishlist script of a shop that moved here drags rows. Without it that script would stop at its start, so it is told that rows can’t be dragged.',
    ),
    changesPerHour: perHour(2000).describe('Writes of one shopper in an hour; `null` for no limit.'),
    changesPerNetwork: perHour(5000).describe(
      'Writes that one network (an IPv4 address or an IPv6 /64) can send in an hour; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    loadsPerHour: perHour(5000).describe(
      "Calls of one shopper in an hour that only load parts of pages, by a shop's own wishlist script; `null` for no limit.",
    ),
    loadsPerNetwork: perHour(20_000).describe(
      'The same of one network; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    newListsPerHour: perHour(300).describe(
      'Lists that guests of one network can start in an hour; `null` for no limit. Loopback and private addresses are not counted.',
    ),
    keepGuestDays: wholeNumber(90, { min: 14, max: 3_650 }).describe(
      "Days without a change after which a guest's list is deleted; for gift lists also days after their day and after the last gift.",
    ),
  }),
);
