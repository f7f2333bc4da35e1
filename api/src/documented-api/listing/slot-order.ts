/** So many changes at once, and the order is made anew instead of mended. */
const MENDED = 200

/** Slots in the order of a comparison, made when it is first asked for and mended with every change. */
export class SlotOrder {
  private slots: number[] | undefined
  private readonly compare: (a: number, b: number) => number
  private changes = 0

  constructor(compare: (a: number, b: number) => number) {
    this.compare = compare
  }

  /** Before the slot's values change or end. */
  leave(slot: number): void {
    if (this.mends()) this.slots?.splice(this.placeOf(slot), 1)
  }
  /** After its values are there. */
  enter(slot: number): void {
    if (this.mends()) this.slots?.splice(this.placeOf(slot), 0, slot)
  }

  /** @param present every slot that holds an entry */
  inOrder(present: () => number[]): readonly number[] {
    this.changes = 0
    this.slots ??= present().sort(this.compare)
    return this.slots
  }

  private mends(): boolean {
    this.changes += 1
    if (this.changes > MENDED) this.slots = undefined
    return this.slots !== undefined
  }

  /** Where the slot stands, or would: the first place whose slot does not come before it. */
  private placeOf(slot: number): number {
    const slots = this.slots ?? []
    let from = 0
    let to = slots.length
    while (from < to) {
      const middle = (from + to) >> 1
      const there = slots[middle]
      if (there !== undefined && this.compare(there, slot) < 0) from = middle + 1
      else to = middle
    }
    return from
  }
}
