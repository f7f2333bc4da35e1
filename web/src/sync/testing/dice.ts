/** Chance that can be had again: the same seed throws the same numbers (mulberry32). */
export class Dice {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }
  chance(of: number): boolean {
    return this.next() < of
  }
  pick<T>(of: readonly T[]): T | undefined {
    return of[this.below(of.length)]
  }
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256))
  }
}
