import { clamp, cloud2, cloud3, noise3, type Speck, smooth, specks } from '../noise.ts';
import { linear, type Surface } from '../surfaces.ts';
import { type Painter, scaleLook, setColour, tintLook } from './look.ts';

type Coloured = Exclude<Surface, { kind: 'glazed' }>;

/** A plain-sawn board; the grain runs along x. */
export function woodLook({ colour, second, roughness, seed }: Coloured): Painter {
  const [early, late] = [linear(colour), linear(second)];
  return (spot, look) => {
    const x = spot.x + seed * 131;
    const { y, z } = spot;
    const bend = noise3(x / 420, y / 90, z / 110 + seed) * 34 + noise3(x / 160, y / 30, z / 30 + seed) * 4;
    const growth = Math.hypot(y * 0.9 + 160, z - 60 + seed * 21) + bend;
    const ring = (((growth / 8.5) % 1) + 1) % 1;
    const band = smooth(0.3, 0.95, ring) * (1 - smooth(0.95, 1, ring));
    const fibre = noise3(x / 60, y / 0.8, z / 0.8);
    const pores = smooth(0.4, 0.8, noise3(x / 16, y / 0.5, z / 0.5));
    setColour(look, early);
    tintLook(look, late, clamp(0.18 + band * 0.5 + 0.2 * fibre, 0, 1));
    scaleLook(look, (1 - 0.25 * pores) * (1 + 0.08 * noise3(x / 190, y / 190, z / 120)));
    look.rough = roughness + 0.1 * band + 0.1 * pores;
    look.mirror = 0.03;
    look.relief = 0.03 * fibre - 0.1 * pores - 0.03 * band;
  };
}

const dot: Speck = { inside: 0, halo: 0, own: 0 };

/** Skin of fruit, leaf, stem. */
export function organicLook({ colour, second, roughness, seed }: Coloured): Painter {
  const [base, blush] = [linear(colour), linear(second)];
  return (spot, look) => {
    const [x, y, z] = [spot.x + seed * 17, spot.y, spot.z];
    const cloud = cloud3(x / 21, y / 21, z / 21);
    const fine = cloud2(x / 2.4, y / 6, z / 2.4);
    specks(x, y, z, 3.4, 0.4, dot);
    setColour(look, base);
    tintLook(look, blush, clamp(0.35 + 0.75 * cloud + 0.2 * fine, 0, 1));
    scaleLook(look, 1 - 0.3 * dot.inside);
    look.rough = roughness + 0.05 * fine;
    look.mirror = 0.035;
    look.relief = 0.08 * fine;
  };
}
