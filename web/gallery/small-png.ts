import { deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const PALETTE = 256

interface Pixels {
  width: number
  height: number
  /** 0xRRGGBB for each pixel. */
  colours: Uint32Array
}

/** A screenshot again as a PNG of at most 256 colours: a third of its size, and to the eye the same. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = pixelsOf(png)
  const { palette, indexOf } = paletteOf(colours)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x] ?? 0) ?? 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const plte = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', plte),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The most frequent colours; each other one becomes the nearest of them. */
function paletteOf(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour)
  const palette = ranked.slice(0, PALETTE)
  const indexOf = new Map(palette.map((colour, index) => [colour, index]))
  for (const colour of ranked.slice(PALETTE)) indexOf.set(colour, nearest(palette, colour))
  return { palette, indexOf }
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Infinity]
  for (const [index, other] of palette.entries()) {
    const [r, g, b] = [16, 8, 0].map((shift) => ((other >> shift) & 255) - ((colour >> shift) & 255))
    const distance = (r ?? 0) ** 2 + (g ?? 0) ** 2 + (b ?? 0) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** Of a PNG as Chromium writes it: 8 bits, RGB or RGBA, not interlaced. */
function pixelsOf(png: Buffer): Pixels {
  const [width, height, bytes] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3]
  const parts: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * bytes
  let above = new Uint8Array(stride)
  const colours = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = unfiltered(raw[start] ?? 0, raw.subarray(start + 1, start + 1 + stride), above, bytes)
    for (let x = 0; x < width; x++) {
      const at = x * bytes
      colours[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0)
    }
    above = row
  }
  return { width, height, colours }
}

/** The five filters of the PNG specification (§9). */
function unfiltered(
  filter: number,
  line: Uint8Array,
  above: Uint8Array,
  bytes: number,
): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(line.length)
  for (let at = 0; at < line.length; at++) {
    const [left, up, corner] = [row[at - bytes] ?? 0, above[at] ?? 0, above[at - bytes] ?? 0]
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    row[at] = (line[at] ?? 0) + guess
  }
  return row
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}
