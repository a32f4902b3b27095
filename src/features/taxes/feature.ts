import type { Feature } from '#platform/features/feature.ts';
import { importRatesCommand } from './import-command.ts';

export const taxes: Feature = { name: 'taxes', needs: [], commands: [importRatesCommand] };
