import { cups } from './cups.ts';
import { dishes } from './dishes.ts';
import { garden } from './garden.ts';
import { clayFromTheCreek, glazeCare, slipwayTray, sluicePlanter } from './house.ts';
import { kitchen } from './kitchen.ts';
import { light } from './light.ts';
import { sets } from './sets.ts';
import type { Sitting } from './sitting.ts';
import { breakfastSet, estuaryBowl, flatsPlate, tidelineMug } from './tableware.ts';
import { vases } from './vases.ts';
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
  ...cups,
  ...dishes,
  ...vases,
  ...kitchen,
  ...light,
  ...garden,
  ...sets,
};
