/**
 * What is lost when people set more room between letters, words, lines and paragraphs (WCAG 2.2, 1.4.12): text that is cut off,
 * that sticks out of its control, or that runs into other text, and did not before. Stands alone: it is sent to the browser as text.
 */
export async function lostInSpacing(): Promise<string[]> {
  const OVERLAYS = '[role=dialog], [role=alertdialog], .popover'
  const BOXES =
    'button, a, summary, .badge, th, td, [role=option], [role=menuitem], [role=tab], .field-box, .segmented-option'
  const root = [...document.querySelectorAll<HTMLElement>(OVERLAYS)].at(-1) ?? document.body
  const short = (one: Element) => one.outerHTML.slice(0, 140)
  const isHidden = (one: Element) =>
    one.closest('[aria-hidden=true], [inert], svg') !== null ||
    !one.checkVisibility({ visibilityProperty: true })

  /** Elements that lose text, and how. */
  function cut(): Map<Element, string> {
    const found = new Map<Element, string>()
    for (const one of root.querySelectorAll<HTMLElement>('*')) {
      if (one.clientWidth <= 1 || one.matches('input, textarea, canvas')) continue
      const [across, down] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]
      if ((across <= 1 && down <= 1) || one.textContent.trim() === '' || isHidden(one)) continue
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(one)
      if (display === 'inline' || clipPath !== 'none') continue
      const isBox = one.matches(BOXES)
      if (across > 1 && (/hidden|clip/.test(overflowX) || isBox)) found.set(one, `cut off by ${across} px`)
      else if (down > 1 && (/hidden|clip/.test(overflowY) || isBox))
        found.set(one, `cut off by ${down} px below`)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.set(document.body, `the page is ${scrollWidth} px wide`)
    return found
  }

  interface Piece {
    of: Element
    box: DOMRect
    layer: Element | null
  }
  /** What is seen of a text within all that clips it. */
  function clipped(box: DOMRect, of: Element): DOMRect {
    let { left, top, right, bottom } = box
    for (let at: Element | null = of; at !== null && at !== root.parentElement; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = at.getBoundingClientRect()
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  function stays(of: Element): Element | null {
    for (let at: Element | null = of; at !== null && at !== root; at = at.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(at).position)) return at
    return null
  }
  function pieces(): Piece[] {
    const found: Piece[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts
      const of = node.parentElement
      if (of === null || node.textContent?.trim() === '' || isHidden(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const box = clipped(rect, of)
        if (box.width > 3 && box.height > 3) found.push({ of, box, layer: stays(of) })
      }
    }
    return found
  }
  /** Texts that run into each other by more than a descender does. */
  function collisions(): Map<Element, string> {
    const found = new Map<Element, string>()
    const all = pieces().sort((a, b) => a.box.top - b.box.top)
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        if (other.box.top > one.box.bottom - 4) break
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        if (one.of === other.of || one.layer !== other.layer || across < 3) continue
        found.set(other.of, `lies on ${short(one.of)}`)
      }
    }
    return found
  }

  const before = [cut(), collisions()] as const
  const wide = new CSSStyleSheet()
  wide.replaceSync(
    '*, *::before, *::after { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets.push(wide)
  // Rows of a long list take their places anew a frame later.
  if (root.querySelector('.virtual-row') !== null)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const after = [cut(), collisions()] as const
  document.adoptedStyleSheets.pop()
  return after.flatMap((found, kind) =>
    [...found].filter(([one]) => before[kind]?.has(one) !== true).map(([one, why]) => `${short(one)} ${why}`),
  )
}
