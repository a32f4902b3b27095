import * as THREE from 'three';
import type { Look, Spot } from '../looks/look.ts';
import { createPainter } from '../looks/painter.ts';
import type { Solid } from '../solid.ts';
import type { Part, Sheet } from './sheet.ts';

export interface LookMap {
  colour: THREE.DataTexture;
  relief: THREE.DataTexture;
  part: Part;
}

/** Paints the visible part of a solid into textures: colour with roughness, relief with mirror. */
export function paintMap(solid: Solid, light: Float32Array, sheet: Sheet, part: Part, perMm: number): LookMap {
  const plain = solid.surface.kind === 'backdrop' || solid.surface.kind === 'liquid';
  const width = plain ? 2 : pixels(part.across * sheet.width * perMm);
  const height = plain ? 2 : pixels(part.down * sheet.length * perMm);
  const colour = new Uint8Array(width * height * 4);
  const relief = new Uint16Array(width * height * 2);
  const paint = createPainter(solid.surface);
  const look: Look = { red: 0, green: 0, blue: 0, rough: 0, relief: 0, mirror: 0 };
  const spot: Spot = { x: 0, y: 0, z: 0, above: 0, edge: 0, arc: 0, open: 0, u: 0, v: 0 };
  const half = THREE.DataUtils.toHalfFloat;
  let row = 0;
  for (let y = 0; y < height; y++) {
    const down = part.top + ((y + 0.5) / height) * part.down;
    while (row < solid.rows - 2 && (sheet.shares[row + 1] ?? 1) < down) row++;
    const [from, to] = [sheet.shares[row] ?? 0, sheet.shares[row + 1] ?? 1];
    const low = Math.min(1, Math.max(0, (down - from) / Math.max(1e-9, to - from)));
    for (let x = 0; x < width; x++) {
      readSpot(solid, light, row, low, (part.left + ((x + 0.5) / width) * part.across) % 1, spot);
      paint(spot, look);
      const at = y * width + x;
      colour[at * 4] = encodeGamma(look.red);
      colour[at * 4 + 1] = encodeGamma(look.green);
      colour[at * 4 + 2] = encodeGamma(look.blue);
      colour[at * 4 + 3] = Math.min(255, Math.max(0, look.rough * 255));
      relief[at * 2] = half(look.relief);
      relief[at * 2 + 1] = half(look.mirror);
    }
  }
  return {
    colour: createColourTexture(colour, width, height),
    relief: createReliefTexture(relief, width, height),
    part,
  };
}

const largest = 4096;

function pixels(size: number): number {
  return Math.max(8, Math.min(largest, Math.ceil(size)));
}

function readSpot(solid: Solid, light: Float32Array, row: number, low: number, across: number, spot: Spot): void {
  const { columns, locals, coats, uvs } = solid;
  const column = Math.min(columns - 2, Math.floor(across * (columns - 1)));
  const right = across * (columns - 1) - column;
  const a = row * columns + column;
  const b = a + columns;
  const wa = (1 - right) * (1 - low);
  const wb = right * (1 - low);
  const wc = (1 - right) * low;
  const wd = right * low;
  const mix = (array: Float32Array, size: number, offset: number) =>
    wa * (array[a * size + offset] as number) +
    wb * (array[(a + 1) * size + offset] as number) +
    wc * (array[b * size + offset] as number) +
    wd * (array[(b + 1) * size + offset] as number);
  spot.x = mix(locals, 3, 0);
  spot.y = mix(locals, 3, 1);
  spot.z = mix(locals, 3, 2);
  spot.above = mix(coats, 4, 0);
  spot.edge = mix(coats, 4, 1);
  spot.arc = mix(coats, 4, 2);
  spot.open = mix(light, 4, 3);
  spot.u = mix(uvs, 2, 0);
  spot.v = mix(uvs, 2, 1);
}

const gamma = new Uint8Array(4097).map((_, index) => {
  const value = index / 4096;
  return Math.round((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255);
});

function encodeGamma(value: number): number {
  return gamma[Math.max(0, Math.min(4096, (value * 4096 + 0.5) | 0))] as number;
}

function createColourTexture(data: Uint8Array<ArrayBuffer>, width: number, height: number): THREE.DataTexture {
  const texture = new THREE.DataTexture(data, width, height, THREE.RGBAFormat, THREE.UnsignedByteType);
  texture.colorSpace = THREE.SRGBColorSpace;
  return prepareTexture(texture);
}

function createReliefTexture(data: Uint16Array<ArrayBuffer>, width: number, height: number): THREE.DataTexture {
  return prepareTexture(new THREE.DataTexture(data, width, height, THREE.RGFormat, THREE.HalfFloatType));
}

function prepareTexture(texture: THREE.DataTexture): THREE.DataTexture {
  texture.minFilter = THREE.LinearFilter;
  texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
