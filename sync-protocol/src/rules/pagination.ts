/** Page of the sheet's PDF, in its own units (`spec 2 §9`): 760 x 985, of which 932 hold content. */
export const PAGE = { width: 760, height: 985, content: 932, header: 152, most: 100 } as const

/** What each block takes of a page's 932 (`spec 2 §9`); `rows` are its drugs, fluids, reasons or injections. */
export const BLOCK_HEIGHT = {
  section: (rows: number) => 32 + 35 * rows,
  fluids: (rows: number) => 48 + 35 * rows,
  reasons: (rows: number) => 48 + 35 * rows,
  injections: (rows: number) => 48 + 35 * rows,
  emergency: (rows: number) => 48 + 35 * rows,
  code: (rows: number) => 48 + 35 * rows,
} as const

/** Injections are drawn in two columns of this many rows, the left one first. */
export const INJECTION_COLUMN = 5

export interface Block {
  /** What the block takes of the page's budget. */
  height: number
  /** What it covers when drawn, if less. */
  drawn?: number
  /** It starts a page, unless nothing stands on this one yet. */
  newPage?: boolean
}

export interface Placed<B> {
  block: B
  /** Distance from the top of the page's content. */
  top: number
}

/**
 * Blocks in order on pages, none split; `header` is taken from the first page. A block that alone is higher than a page stands
 * alone on one.
 * @throws RangeError when that takes more than 100 pages
 */
export function paginate<B extends Block>(blocks: readonly B[], header: number = PAGE.header): Placed<B>[][] {
  let page: Placed<B>[] = []
  let taken = header
  let top = header
  const pages = [page]
  for (const block of blocks) {
    const started = page.length > 0 || taken > 0
    if (started && (block.newPage === true || taken + block.height > PAGE.content)) {
      page = []
      pages.push(page)
      taken = 0
      top = 0
    }
    page.push({ block, top })
    taken += block.height
    top += block.drawn ?? block.height
  }
  if (pages.length > PAGE.most) throw new RangeError(`a sheet has at most ${PAGE.most} pages`)
  return pages
}
