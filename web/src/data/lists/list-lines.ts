/** What happened to a list: entries that left it, and those that came; one that changed did both. */
export interface ListStep<T> {
  gone: readonly T[]
  come: readonly T[]
}

/** What was sorted and chosen of a list, as it stood after so many steps. */
export interface ListView<T> {
  at: number
  entries: readonly T[]
  /** What the entries are searched in, in their order. */
  texts: Map<string, readonly string[]>
}

/** Entries of steps that are remembered; a view that more happened to is made anew. */
const MOST = 20_000

const sizeOf = ({ gone, come }: ListStep<unknown>) => gone.length + come.length

/** One list through all its changes: what was sorted once is kept in order by what changed, without sorting again. */
export class ListLine<T> {
  readonly views = new Map<string, ListView<T>>()
  private steps: ListStep<T>[] = []
  private forgotten = 0
  private size = 0

  get now(): number {
    return this.forgotten + this.steps.length
  }

  add(step: ListStep<T>): void {
    this.steps.push(step)
    this.size += sizeOf(step)
    if (this.views.size === 0 || this.size > MOST) this.forgetSteps()
  }

  private forgetSteps(): void {
    for (;;) {
      const [key, oldest] = [...this.views].reduce<[string, number] | []>(
        (found, [each, { at }]) => (found[1] === undefined || at < found[1] ? [each, at] : found),
        [],
      )
      const needed = oldest ?? this.now
      for (const step of this.steps.splice(0, needed - this.forgotten)) this.size -= sizeOf(step)
      this.forgotten = needed
      if (key === undefined || this.size <= MOST) return
      this.views.delete(key)
    }
  }

  /** All steps after the first `at` as one. */
  since(at: number): ListStep<T> {
    const gone = new Set<T>()
    const come = new Set<T>()
    for (const step of this.steps.slice(at - this.forgotten)) {
      for (const entry of step.gone) if (!come.delete(entry)) gone.add(entry)
      for (const entry of step.come) come.add(entry)
    }
    return { gone: [...gone], come: [...come] }
  }
}

const places = new WeakMap<readonly unknown[], { line: unknown; at: number }>()

/** The line that ends with these entries. */
export function lineOf<T>(entries: readonly T[]): ListLine<T> {
  const place = places.get(entries)
  // A list and its line hold the same.
  const known = place?.line as ListLine<T> | undefined
  if (known && place?.at === known.now) return known
  const line = new ListLine<T>()
  places.set(entries, { line, at: 0 })
  return line
}

/** Says that the entries `after` are those `before` and what happened since. */
export function goesOn<T>(before: readonly T[], after: readonly T[], step: ListStep<T>): void {
  const line = lineOf(before)
  line.add(step)
  places.set(after, { line, at: line.now })
}
