import type { Feature } from '#platform/features/feature.ts';
import { customerCommands } from './commands.ts';

export const customers: Feature = { name: 'customers', needs: [], commands: customerCommands };
