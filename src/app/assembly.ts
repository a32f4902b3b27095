import {
  accountOrderActions,
  accountPages,
  accountSessions,
  accounts,
  attachGuestOrders,
  createAccountCheckoutField,
  offerSignIn,
  registrationFields,
  requestAccount,
  secondStep,
  signInWays,
  twoFactorSignIns,
} from '#features/accounts/index.ts';
import { addresses } from '#features/addresses/index.ts';
import { amendments, deliveryCharge, proposeSurplus, renderAmendment } from '#features/amendments/index.ts';
import {
  attribution,
  attributionExtension,
  attributionPurpose,
  keepAttribution,
  renderAttributionInputs,
} from '#features/attribution/index.ts';
import { blockCheckout, blockForm, checkoutOperations } from '#features/block-checkout/index.ts';
import { botCheck, botChecks, proofOfWork } from '#features/bot-check/index.ts';
import { boughtTogether, renderCompanionsOfProducts } from '#features/bought-together/index.ts';
import {
  addFollowUps,
  cart,
  cartOpenOrders,
  cartReservations,
  findUploadsInCarts,
  mergeCarts,
} from '#features/cart/index.ts';
import { cartAjax } from '#features/cart-ajax/index.ts';
import { cartBelow, cartLineActions, cartNoticeSources, cartPage } from '#features/cart-page/index.ts';
import { catalog, productsChanged, updateStockOnPages } from '#features/catalog/index.ts';
import { catalogTransfer } from '#features/catalog-transfer/index.ts';
import {
  botCheckCheckoutField,
  checkout,
  checkoutExtensions,
  checkoutFields,
  checkoutForms,
  checkoutSignIn,
  closeOrderedCart,
  findCartReservations,
  findOpenOrders,
  moveSavedForm,
} from '#features/checkout/index.ts';
import { commentState, comments, moveCommentsToCustomer } from '#features/comments/index.ts';
import { consent, consentPurposes } from '#features/consent/index.ts';
import {
  appendedTexts,
  contactFormSources,
  contactForms,
  contactMessageReceived,
  customerFacts,
  enqueueWebhook,
  listContactPages,
  searchableContactPages,
  storedForms,
} from '#features/contact-forms/index.ts';
import { listContentPages, searchableContent } from '#features/content/index.ts';
import { customers, isOwnAddress, lockSignedInCustomer } from '#features/customers/index.ts';
import { deliveryDates } from '#features/delivery-dates/index.ts';
import { documents, enqueueDocuments } from '#features/documents/index.ts';
import { downloads, downloadsPage, grantDownloads } from '#features/downloads/index.ts';
import { emailPreferences, optionalMails, preferencesPage } from '#features/email-preferences/index.ts';
import { eventCalendar } from '#features/event-calendar/index.ts';
import { exchanges, renderExchange } from '#features/exchanges/index.ts';
import { firstRun } from '#features/first-run/index.ts';
import { formDefinitions } from '#features/form-definitions/index.ts';
import { formMarkup } from '#features/form-markup/index.ts';
import { deliveryCharges, fulfilment, orderShipped, renderPromise } from '#features/fulfilment/index.ts';
import { inventory, stockDisplayChanged, stockFell, stockRose } from '#features/inventory/index.ts';
import { cardActions, listing } from '#features/listing/index.ts';
import { draftSources, findUploadsInDrafts, manualOrders } from '#features/manual-orders/index.ts';
import { mediaLibrary } from '#features/media-library/index.ts';
import { miniCart, renderQuickAdd } from '#features/mini-cart/index.ts';
import { orderPay, renderPaySection } from '#features/order-pay/index.ts';
import {
  findPhoneOfCustomer,
  isConfirmedAddress,
  moveOrdersToCustomer,
  orderCancelled,
  orderCompleted,
  orderCreated,
  orderDetails,
  orderMethods,
  orderNext,
  orderPaid,
  orderRefunded,
  orderStatusChanged,
  orders,
  paymentFacts,
  paymentInProgress,
  paymentRefresh,
  proposeCancelledRefund,
  renderCancelAction,
  renewPromise,
} from '#features/orders/index.ts';
import { packing } from '#features/packing/index.ts';
import { hasPasskey, passkeys, passkeysPage, renderPasskeySignIn } from '#features/passkeys/index.ts';
import {
  endOrderPayments,
  isPaymentInProgress,
  listPaymentMethods,
  loadCaptures,
  payments,
  refundProposals,
  settleOrderPayments,
} from '#features/payments/index.ts';
import { dataPage, ownData } from '#features/personal-data/index.ts';
import {
  couponSource,
  pricing,
  promotionSources,
  shippingRateSources,
  taxRateSources,
} from '#features/pricing/index.ts';
import { galleryCorner, productForm, productSummary } from '#features/product-form/index.ts';
import { findCoupons, findPromotions, promotions } from '#features/promotions/index.ts';
import { requestMails, reviewConsentField, reviews } from '#features/reviews/index.ts';
import {
  enqueueChangedProducts,
  enqueueStockChange,
  postgresSearch,
  search,
  searchablePages,
  searchEngine,
} from '#features/search/index.ts';
import { listShippingMethods, loadZoneRates, shipping } from '#features/shipping/index.ts';
import { staff } from '#features/staff/index.ts';
import { stockAlerts } from '#features/stock-alerts/index.ts';
import { storeApi, storeOperations } from '#features/store-api/index.ts';
import { sitemapPages, syndication } from '#features/syndication/index.ts';
import { findImportedRates, taxes } from '#features/taxes/index.ts';
import { totpSecondStep, twoFactor, twoFactorPage } from '#features/two-factor/index.ts';
import { moveUploadsToCustomer, uploads, usedUploads } from '#features/uploads/index.ts';
import { keepVatCheck, vatNumberCheckoutField, vatNumbers } from '#features/vat-numbers/index.ts';
import { estimateRequests, wishlistAjax, wishlistPageRenderers } from '#features/wishlist-ajax/index.ts';
import { wishlistMails, wishlistNews } from '#features/wishlist-mails/index.ts';
import {
  askEstimate,
  buttonFragment,
  countFragment,
  estimateList,
  listFragment,
  renderCardWishlistButtons,
  renderGalleryWishlistButton,
  renderReloadedList,
  renderSaveForLater,
  renderWishlistButton,
  saveForLaterNotices,
  wishlistPages,
} from '#features/wishlist-pages/index.ts';
import {
  findUploadsInWishlists,
  mergeWishlists,
  removeAfterAddToCart,
  wishlistDraft,
  wishlistFragments,
  wishlistState,
  wishlists,
} from '#features/wishlists/index.ts';
import {
  proposeRefund,
  renderDeclaredWithdrawals,
  renderWithdrawalAction,
  withdrawals,
} from '#features/withdrawals/index.ts';
import { adminFeatures } from '#platform/admin/features.ts';
import { adminHome } from '#platform/admin/home.ts';
import { shopChecks } from '#platform/checks/checks.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Assembly } from '#platform/features/assembly.ts';
import { handleEvent } from '#platform/features/events.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { mailKinds } from '#platform/mail/mail-kinds.ts';
import { addressProofs } from '#platform/mail/unproven-recipients.ts';
import { mediaUses } from '#platform/media/uses.ts';
import { sessionHooks } from '#platform/sessions/actor.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { privateStateParts } from '#platform/sessions/private-state.ts';
import { additionsOfShop } from './admin/additions.ts';
import { backOfficeFeatures } from './admin/back-office.ts';
import { searchableLegalPages } from './pages/searchable-pages.ts';
import { addSettingsOffice } from './settings-office/feature.ts';
import { storefront } from './storefront.ts';
import { catalogOffice } from './wiring/catalog-office.ts';
import { contentFeatures, contentWiring, pageFeatures } from './wiring/content-wiring.ts';
import { tilesOfShop } from './wiring/home-tiles.ts';
import { mailKindsOfShop } from './wiring/mail-kinds.ts';
import { mediaUsesOfShop } from './wiring/media-uses.ts';
import { detailsOfOrders } from './wiring/order-details.ts';
import { orderWiring } from './wiring/order-wiring.ts';
import { paymentWiring } from './wiring/payment-wiring.ts';
import { personalDataSources } from './wiring/personal-data-sources.ts';
import { checksOfShop } from './wiring/shop-checks.ts';
import { stockAlertWiring } from './wiring/stock-alert-wiring.ts';

/**
 * Returns the shop's features, each after the features that it needs, its filled slots in display order and its event
 * handlers in running order. Features, fillers and handlers of `shop.config.ts` come last.
 */
export function assembleFeatures(choices: ShopConfig): Assembly {
  const { features = [], fills = [], provides = [], handles = [], extends: extensions = [] } = choices;
  return addSettingsOffice({
    features: [
      consent,
      botCheck,
      addresses,
      pricing,
      deliveryDates,
      uploads,
      mediaLibrary,
      formDefinitions,
      formMarkup,
      inventory,
      catalog,
      catalogTransfer,
      productForm,
      listing,
      ...pageFeatures,
      customers,
      contactForms,
      promotions,
      cart,
      cartPage,
      miniCart,
      taxes,
      shipping,
      orders,
      boughtTogether,
      fulfilment,
      payments,
      orderPay,
      checkout,
      vatNumbers,
      documents,
      packing,
      withdrawals,
      accounts,
      twoFactor,
      passkeys,
      staff,
      emailPreferences,
      ...catalogOffice,
      stockAlerts,
      ownData,
      downloads,
      eventCalendar,
      attribution,
      manualOrders,
      amendments,
      comments,
      reviews,
      exchanges,
      search,
      syndication,
      ...contentFeatures,
      storeApi,
      blockCheckout,
      ...paymentWiring.features,
      cartAjax,
      wishlists,
      wishlistAjax,
      wishlistMails,
      wishlistPages,
      firstRun,
      storefront,
      ...backOfficeFeatures,
      ...adminFeatures,
      ...features,
    ],
    fills: [
      ...fillSlot(registrationFields, [renderAttributionInputs]),
      ...fillSlot(signInWays, [renderPasskeySignIn]),
      ...fillSlot(accountOrderActions, [renderCancelAction, renderWithdrawalAction]),
      ...fillSlot(cardActions, [renderQuickAdd, renderCardWishlistButtons]),
      ...fillSlot(productSummary, [renderWishlistButton]),
      ...fillSlot(galleryCorner, [renderGalleryWishlistButton]),
      ...fillSlot(cartBelow, [renderCompanionsOfProducts]),
      ...fillSlot(cartLineActions, [renderSaveForLater]),
      ...paymentWiring.fills,
      ...stockAlertWiring.fills,
      ...fillSlot(orderNext, [
        renderAmendment,
        renderExchange,
        renderPaySection,
        renderDeclaredWithdrawals,
        renderPromise,
      ]),
      ...fillSlot(orderDetails, detailsOfOrders),
      ...fillSlot(checkoutFields, [
        createAccountCheckoutField,
        vatNumberCheckoutField,
        reviewConsentField,
        botCheckCheckoutField,
      ]),
      ...fills,
    ],
    provides: [
      ...providePort(sessionHooks, [accountSessions]),
      ...providePort(secondStep, [totpSecondStep]),
      ...providePort(twoFactorSignIns, [hasPasskey]),
      ...providePort(accountPages, [downloadsPage, twoFactorPage, passkeysPage, preferencesPage, dataPage]),
      ...providePort(personalData, personalDataSources),
      ...providePort(addressProofs, [isOwnAddress, isConfirmedAddress]),
      ...providePort(privateStateParts, [wishlistState, commentState]),
      ...providePort(shopChecks, checksOfShop),
      ...providePort(mediaUses, mediaUsesOfShop),
      ...providePort(adminHome, tilesOfShop),
      ...providePort(mailKinds, mailKindsOfShop),
      ...providePort(taxRateSources, [findImportedRates]),
      ...providePort(promotionSources, [findPromotions]),
      ...providePort(couponSource, [findCoupons]),
      ...providePort(shippingRateSources, [loadZoneRates]),
      ...providePort(cartReservations, [findCartReservations]),
      ...providePort(cartOpenOrders, [findOpenOrders]),
      ...providePort(addFollowUps, [removeAfterAddToCart]),
      ...providePort(cartNoticeSources, [saveForLaterNotices]),
      ...providePort(draftSources, [wishlistDraft]),
      ...providePort(estimateRequests, [askEstimate]),
      ...providePort(appendedTexts, [estimateList]),
      ...providePort(wishlistPageRenderers, [renderReloadedList]),
      ...providePort(wishlistFragments, [buttonFragment, countFragment, listFragment]),
      ...providePort(usedUploads, [findUploadsInCarts, findUploadsInDrafts, findUploadsInWishlists]),
      ...providePort(contactFormSources, [storedForms]),
      ...contentWiring.provides,
      ...providePort(customerFacts, [findPhoneOfCustomer]),
      ...providePort(consentPurposes, [attributionPurpose]),
      ...providePort(botChecks, [proofOfWork]),
      ...providePort(checkoutExtensions, [attributionExtension]),
      ...providePort(checkoutForms, [blockForm]),
      ...providePort(checkoutSignIn, [offerSignIn]),
      ...providePort(storeOperations, checkoutOperations),
      ...providePort(paymentFacts, [loadCaptures]),
      ...orderWiring.provides,
      ...providePort(orderMethods, [
        { id: 'payment', list: listPaymentMethods },
        { id: 'shipping', list: listShippingMethods },
      ]),
      ...providePort(paymentInProgress, [isPaymentInProgress]),
      ...providePort(paymentRefresh, [settleOrderPayments]),
      ...paymentWiring.provides,
      ...providePort(deliveryCharges, [deliveryCharge]),
      ...providePort(refundProposals, [proposeCancelledRefund, proposeRefund, proposeSurplus]),
      ...providePort(searchEngine, [postgresSearch]),
      ...providePort(searchablePages, [searchableContent, searchableContactPages, searchableLegalPages]),
      ...providePort(optionalMails, [wishlistNews, requestMails]),
      ...providePort(sitemapPages, [listContentPages, listContactPages]),
      ...stockAlertWiring.provides,
      ...provides,
    ],
    handles: [
      ...handleEvent(stockDisplayChanged, [updateStockOnPages]),
      ...handleEvent(productsChanged, [enqueueChangedProducts]),
      ...handleEvent(stockRose, [enqueueStockChange]),
      ...handleEvent(stockFell, [enqueueStockChange]),
      // Lock order: the customer, orders, carts, uploads, wishlists, comments.
      ...handleEvent(visitorSignedIn, [
        lockSignedInCustomer,
        moveOrdersToCustomer,
        attachGuestOrders,
        mergeCarts,
        moveSavedForm,
        moveUploadsToCustomer,
        mergeWishlists,
        moveCommentsToCustomer,
      ]),
      ...handleEvent(orderCreated, [keepAttribution, requestAccount, keepVatCheck]),
      ...handleEvent(orderStatusChanged, [closeOrderedCart, renewPromise]),
      ...handleEvent(orderCancelled, [endOrderPayments, enqueueDocuments]),
      ...handleEvent(orderPaid, [enqueueDocuments, grantDownloads]),
      ...handleEvent(orderShipped, [enqueueDocuments]),
      ...handleEvent(contactMessageReceived, [enqueueWebhook]),
      ...handleEvent(orderCompleted, [enqueueDocuments]),
      ...handleEvent(orderRefunded, [enqueueDocuments]),
      ...stockAlertWiring.handles,
      ...handles,
    ],
    extends: [...additionsOfShop, ...extensions],
  });
}
