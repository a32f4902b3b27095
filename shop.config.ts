import { defineShop } from '#platform/config/shop-config.ts';

export const shopConfig = defineShop({
  name: 'Saltmarsh',
  tagline: 'Stoneware from the estuary',
  locale: 'en-IE',
  currency: 'EUR',
  taxDisplay: 'including',
  countries: ['IE', 'GB', 'DE', 'FR', 'NL', 'BE', 'AT', 'CH', 'DK', 'SE', 'ES', 'IT', 'US'],
  email: 'studio@saltmarsh.example',
  address: ['Saltmarsh Studio', 'The Old Net Loft, Quay Lane', 'Marsh End'],
  settings: {
    shipping: {
      flatRates: [{ id: 'flat_rate:1', title: 'Parcel, packed in straw', amount: 690, freeFrom: 12000 }],
    },
    payments: {
      bankTransfer: {
        accountName: 'Saltmarsh Studio',
        iban: 'IE64 IRCE 9205 0112 3456 78',
        bic: 'IRCEIE2D',
        dueDays: 14,
      },
    },
  },
});
