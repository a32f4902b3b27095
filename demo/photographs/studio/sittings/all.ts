import { clayFromTheCreek, glazeCare, slipwayTray, sluicePlanter } from './house.ts';
import type { Sitting } from './sitting.ts';
import { breakfastSet, estuaryBowl, flatsPlate, tidelineMug } from './tableware.ts';
import { creekJug, moonJarSittings, reedBottle, saltJarSittings } from './vessels.ts';

/** What is photographed, by the slug of the product. */
export const sittings: Record<string, Sitting[]> = {
  'tideline-mug': tidelineMug,
  'estuary-bowl': estuaryBowl,
  'flats-plate': flatsPlate,
  'creek-jug': creekJug,
  'reed-bottle': reedBottle,
  'moon-jar': moonJarSittings,
  'salt-jar': saltJarSittings,
  'slipway-tray': slipwayTray,
  'sluice-planter': sluicePlanter,
  'breakfast-set': breakfastSet,
  'clay-from-the-creek': clayFromTheCreek,
  'glaze-care': glazeCare,
};
