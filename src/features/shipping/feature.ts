import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { moveMutation, removeMutation, undoMutation } from './admin/edit-zones.ts';
import { methodForms, methodSubject } from './admin/method-forms.ts';
import { shippingPath } from './admin/paths.ts';
import { registerShipping } from './admin/shipping-page.tsx';
import { shippingTexts } from './admin/texts.ts';
import { zoneForm, zoneSubject } from './admin/zone-form.ts';
import { methodCommands } from './commands/method-commands.ts';
import { testCommand } from './commands/test-command.ts';
import { zoneCommands } from './commands/zone-commands.ts';
import { shippingErrors } from './errors.ts';
import { shippingSettings } from './settings.ts';

export const shipping: Feature = {
  name: 'shipping',
  needs: ['addresses', 'cart', 'catalog', 'delivery-dates', 'pricing'],
  permissions: [
    definePermission('shipping.read', 'See shipping zones and methods'),
    definePermission('shipping.write', 'Change shipping zones and methods'),
  ],
  settings: [shippingSettings],
  errors: [shippingErrors],
  texts: [shippingTexts],
  mutations: [moveMutation, removeMutation, undoMutation],
  admin: {
    navigation: [{ section: 'settings', text: shippingTexts.title, path: shippingPath, permission: 'shipping.read' }],
    auditKinds: [
      {
        ...{ kind: zoneSubject, text: shippingTexts.zone },
        page: { requires: 'shipping.read', path: () => shippingPath },
      },
      {
        ...{ kind: methodSubject, text: shippingTexts.method },
        page: { requires: 'shipping.read', path: () => shippingPath },
      },
    ],
    forms: [zoneForm, ...methodForms],
    routes: registerShipping,
  },
  commands: [...zoneCommands, ...methodCommands, testCommand],
};
