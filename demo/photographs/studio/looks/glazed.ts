import { clamp, cloud2, cloud3, noise3, type Speck, smooth, specks } from '../noise.ts';
import { type Glazed, linear } from '../surfaces.ts';
import { type Look, type Painter, type Spot, scaleLook, setColour, tintLook } from './look.ts';

const big: Speck = { inside: 0, halo: 0, own: 0 };
const small: Speck = { inside: 0, halo: 0, own: 0 };
const grit: Speck = { inside: 0, halo: 0, own: 0 };
const coat: Look = { red: 0, green: 0, blue: 0, rough: 0, relief: 0, mirror: 0 };

/** Dipped glaze: thin at edges, thick in hollows, specked with iron; bare clay below the line. */
export function glazedLook({ glaze, clay, seed }: Glazed): Painter {
  const thick = linear(glaze.thick);
  const thin = linear(glaze.thin);
  const rim = linear(glaze.edge);
  const iron = linear(glaze.speckle);
  const body = linear(clay.colour);
  const flash = linear(clay.flash);
  const grain = linear(clay.speckle);
  return (spot, look) => {
    const x = spot.x + seed * 13.7;
    const y = spot.y + seed * 5.1;
    const z = spot.z + seed * 9.3;
    const cloud = cloud3(x / 26, y / 26, z / 26);
    const fine = cloud2(x / 3.2, y / 3.2, z / 3.2);
    const wet = cloud2(x / 9, y / 60, z / 9);
    const tooth = noise3(x / 0.55, y / 0.55, z / 0.55);
    const line = glazeLine(spot, x, y, z, glaze.run * Math.max(0, wet + 0.08) * 9);
    const glazed = smooth(-0.22, 0.22, line);

    setColour(look, body);
    scaleLook(look, 1 + 0.1 * fine + 0.1 * cloud);
    tintLook(look, flash, clamp(0.75 * Math.exp(Math.min(0, line) / 3.5) + 0.25 * cloud + 0.1, 0, 1));
    specks(x + 77, y, z, 2.6, 0.3, grit);
    tintLook(look, grain, grit.inside * 0.75);
    look.rough = 0.88;
    look.mirror = 0.025;
    look.relief = 0.1 * tooth + 0.05 * fine;

    const rings = throwingRings(spot, x, y, z);
    if (glazed > 0) {
      const edge = clamp(spot.edge * (1 + 0.5 * fine + 0.35 * cloud), 0, 1);
      const pool = 1 - smooth(0.3, 0.9, spot.open);
      const roll = Math.exp(-(((line - 1.2) / 1.3) ** 2));
      const depth =
        0.55 +
        glaze.mottle * cloud * 0.9 +
        glaze.variegation * wet * 0.8 +
        0.45 * pool +
        0.5 * roll -
        edge * 0.9 -
        0.16 * rings * glaze.rings;
      setColour(coat, thin);
      tintLook(coat, thick, clamp(depth, 0, 1));
      scaleLook(coat, (1 - 0.22 * clamp(depth - 1, 0, 1)) * (1 + glaze.mottle * 0.13 * fine));
      const rust = Math.max(
        smooth(0.22, 0.75, edge + 0.22 * fine + 0.12 * cloud) * glaze.breaking,
        glaze.variegation * 0.55 * smooth(0.1, 0.65, -wet + 0.5 * fine - 0.2 + 0.25 * edge),
      );
      tintLook(coat, rim, clamp(rust, 0, 1));
      specks(x, y, z, glaze.speckSize, glaze.speckles, big);
      specks(x + 31, y, z, glaze.speckSize * 0.42, glaze.speckles * 0.8, small);
      const spotted = clamp(Math.max(big.inside * (0.55 + 0.45 * big.own), small.inside * 0.75), 0, 1);
      tintLook(coat, iron, Math.max(big.halo, small.halo * 0.6) * 0.22);
      tintLook(coat, iron, spotted * 0.88);
      tintLook(look, [coat.red, coat.green, coat.blue], glazed);
      look.rough +=
        (clamp(glaze.roughness + 0.08 * glaze.mottle * fine + 0.12 * rust + 0.1 * spotted, 0.06, 1) - look.rough) *
        glazed;
      look.mirror += (0.046 - look.mirror) * glazed;
      const relief = 0.03 * fine + 0.1 * cloud + 0.014 * tooth * glaze.roughness - 0.05 * spotted;
      look.relief += (relief - look.relief) * glazed;
    }
    look.relief += 0.34 * smooth(-0.4, 1.6, line) + 0.036 * glaze.rings * rings;
  };
}

// Dipped by hand, so the line waves a little; runs hang from it.
function glazeLine(spot: Spot, x: number, y: number, z: number, run: number): number {
  if (spot.above > 30) return spot.above;
  return spot.above + 1.1 * noise3(x / 17, y / 17, z / 17) + 0.35 * noise3(x / 3, y / 3, z / 3) + run;
}

function throwingRings(spot: Spot, x: number, y: number, z: number): number {
  const spiral = spot.arc * 1.3 + spot.u * 2 * Math.PI + 7 * noise3(spot.arc / 45, 3, 8);
  return (
    Math.sin(spiral + 2.6 * noise3(spot.arc / 11, 0.5, 3)) * (0.35 + 0.65 * Math.abs(noise3(x / 34, y / 16, z / 34)))
  );
}
