import type { Handling } from './events.ts';
import type { Feature } from './feature.ts';
import { platformSettings } from './platform-settings.ts';
import type { Filling } from './slots.ts';

/** The one list of what the shop is made of. */
export interface Assembly {
  /** In an order in which each comes after those that it needs. */
  readonly features: readonly Feature[];
  readonly fills: readonly Filling[];
  readonly handles: readonly Handling[];
}

/**
 * Holds the wiring together: every need is met by a feature listed before, and whatever is filled or handled has an owner.
 * @throws one error that names every fault, since a shop that is wired wrongly must not open
 */
export function checkAssembly(
  { features, fills, handles }: Assembly,
  platformEvents: readonly { readonly name: string }[],
): void {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const feature of features) {
    if (seen.has(feature.name)) faults.push(`feature '${feature.name}' is listed twice`);
    for (const need of feature.needs) {
      if (!seen.has(need)) faults.push(`feature '${feature.name}' needs '${need}', which is not listed before it`);
    }
    seen.add(feature.name);
  }
  const slots = checkUniqueNames(
    features.flatMap((feature) => feature.slots ?? []),
    'slot',
    faults,
  );
  const events = checkUniqueNames(
    [...platformEvents, ...features.flatMap((feature) => feature.events ?? [])],
    'event',
    faults,
  );
  for (const { slot } of fills)
    if (!slots.has(slot)) faults.push(`slot '${slot}' is filled, but no listed feature owns it`);
  for (const { event } of handles)
    if (!events.has(event)) faults.push(`event '${event}' is handled, but no listed feature owns it`);
  checkUniqueNames(
    features.flatMap((feature) => feature.jobs ?? []),
    'job',
    faults,
  );
  checkUniqueNames([...platformSettings, ...features.flatMap((feature) => feature.settings ?? [])], 'settings', faults);
  if (faults.length > 0) throw new Error(`the shop is wired wrongly:\n- ${faults.join('\n- ')}`);
}

function checkUniqueNames(owned: readonly { readonly name: string }[], kind: string, faults: string[]): Set<string> {
  const names = new Set<string>();
  for (const { name } of owned) {
    if (names.has(name)) faults.push(`${kind} '${name}' has two owners`);
    names.add(name);
  }
  return names;
}
