import { mediaFileLimits } from '#features/media-library/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { productsPath } from '../contract.ts';
import { productEditorTexts } from '../texts.ts';
import { pageTexts as texts } from './page-texts.ts';
import { createProductFields } from './product-fields.ts';
import { getProductPath } from './product-path.ts';
import { loadProductSubject, type ProductSubject } from './product-subject.ts';
import { newProductValues, toProductValues } from './product-values.ts';
import { saveProductForm } from './save-product.ts';

export const productForm = defineAdminForm({
  name: 'product-editor.save-product',
  description: 'Creates a product, or changes one.',
  path: getProductPath(':id'),
  requires: 'products.write',
  subject: 'product',
  create: productEditorTexts.newProduct,
  back: { path: productsPath, text: productEditorTexts.products },
  fields: (shop, subject: ProductSubject | null) => createProductFields(shop, subject),
  files: mediaFileLimits,
  load: async (shop, db, id, { isLocking }) => {
    if (id === null) return { values: newProductValues, subject: null, label: '' };
    const subject = await loadProductSubject(shop, db, id, isLocking);
    return subject && { values: toProductValues(subject), subject, label: subject.product.name };
  },
  save: (shop, tx, values, { id, subject }, actor) => saveProductForm(shop, tx, values, { id, subject, actor }),
  layout: [
    {
      title: texts.basics,
      fields: [
        ...(['name', 'slug', 'type', 'status', 'visibility', 'publishAt', 'featured'] as const),
        ...(['shortDescription', 'description'] as const),
      ],
    },
    { title: texts.photographs, fields: ['images', 'dropRemote'] },
    {
      ...{ title: texts.priceSection, help: texts.priceHelp },
      fields: ['regularPrice', 'salePrice', 'saleFrom', 'saleTo', 'unitAmount', 'unit', 'taxStatus', 'taxClass'],
    },
    {
      title: texts.stockSection,
      fields: [
        ...(['sku', 'gtin', 'managed', 'onHand', 'lowStockThreshold', 'backorders', 'stockReason'] as const),
        ...(['stockStatus'] as const),
      ],
    },
    { title: texts.optionsTitle, help: texts.optionsHelp, fields: ['options', 'generate'] },
    { title: texts.sorting, fields: ['categories', 'brands', 'tags'] },
    {
      ...{ title: texts.shipping, isFolded: true },
      fields: ['virtual', 'weightGrams', 'lengthMm', 'widthMm', 'heightMm', 'shippingClassId'],
    },
    {
      ...{ title: texts.quantities, isFolded: true },
      fields: ['soldIndividually', 'minQuantity', 'maxQuantity', 'quantityStep'],
    },
    { title: texts.addons, isFolded: true, fields: ['addons'] },
    {
      ...{ title: texts.downloads, isFolded: true },
      fields: ['downloadable', 'downloads', 'downloadLimit', 'downloadExpiryDays'],
    },
    {
      ...{ title: texts.event, isFolded: true },
      fields: ['eventStartsAt', 'eventEndsAt', 'eventTimeZone', 'eventPlace', 'eventUrl'],
    },
    {
      ...{ title: texts.linked, isFolded: true },
      fields: ['upsells', 'crossSells', 'grouped', 'externalUrl', 'buttonText'],
    },
    { title: texts.seo, isFolded: true, fields: ['seoTitle', 'seoDescription'] },
    { title: texts.safety, help: texts.safetyHelp, isFolded: true, fields: ['manufacturer', 'responsible'] },
    { title: texts.others, isFolded: true, fields: ['purchaseNote', 'reviewsAllowed', 'position'] },
  ],
});
