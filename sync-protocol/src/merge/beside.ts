import type { SharedDevice } from '../records/saved-order.ts'

/** Who made a version, or would act over it, as far as that says whether the one can have been seen by the other. */
export interface Maker {
  lane: string
  /** The place among all that was saved on the tablet, where that is known. */
  order?: number | undefined
}
export interface Seer extends Maker {
  /** Of what was made over pending changes: the other lanes of the tablet. */
  beside?: ReadonlySet<string> | undefined
}

/**
 * Did this one make its version unseen by that one? What was saved in the same lane was seen, and so was what another person
 * had saved before on the same tablet, where it was shown although the server did not have it yet (sync contract M6).
 */
export const isUnseen = (maker: Maker, seer: Seer): boolean =>
  maker.lane !== seer.lane &&
  !(
    maker.order !== undefined &&
    seer.order !== undefined &&
    /* @rule saved-before */ maker.order < seer.order &&
    /* @rule saved-on-it */ seer.beside?.has(maker.lane) === true
  )

/** What a shared tablet says of its mutation of this number. */
export function savedAt(
  shared: SharedDevice | undefined,
  beside: ReadonlySet<string>,
  n: number,
): { order?: number; beside?: ReadonlySet<string> } {
  const order = shared?.orders[n - shared.from] ?? undefined
  if (!shared || order === undefined) return {}
  return { order, ...(shared.over.includes(n) && { beside }) }
}
