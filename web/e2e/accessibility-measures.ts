/*
 * What is measured in the page itself. Each function stands alone: it is sent to the browser as text.
 */

/** px: the product's own least size of what is pressed (the norm's is 24). */
export const TARGET_PX = 48

/** What is pressed and is smaller than `least` px; a label and the frame of a field count with what they hold. */
export function smallTargets(least: number): string[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=menuitem], [role=tab], [role=radio]'
  const small = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
    if (control.closest('[aria-hidden=true], [inert]') !== null) return false
    if (!control.checkVisibility({ visibilityProperty: true })) return false
    const target = control.closest('.field-box') ?? control.closest('label') ?? control
    const { width, height } = target.getBoundingClientRect()
    // A way out for screen readers only, in a box that shows nothing.
    if ((control.parentElement?.offsetWidth ?? 0) <= 1) return false
    // What stands in a line of text is as high as the line.
    if (getComputedStyle(target).display === 'inline') return false
    return width < least - 0.5 || height < least - 0.5
  })
  return small.map((control) => {
    const { width, height } = (
      control.closest('.field-box') ??
      control.closest('label') ??
      control
    ).getBoundingClientRect()
    return `${width.toFixed(1)} x ${height.toFixed(1)} px: ${control.outerHTML.slice(0, 160)}`
  })
}

/** What asks for sideways scrolling, but for tables and pictures that scroll in themselves; and text that is cut off. */
export function lostInReflow(): string[] {
  const faults: string[] = []
  const say = (why: string, element: Element) => faults.push(`${why}: ${element.outerHTML.slice(0, 160)}`)
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const right = (element: Element) => element.getBoundingClientRect().right
  /** The innermost of those that reach out farthest. */
  const widest = () =>
    [...document.querySelectorAll('body *')].reduce(
      (far, element) => (right(element) >= right(far) ? element : far),
      document.body as Element,
    )
  if (document.documentElement.scrollWidth > innerWidth)
    say(`The page is ${document.documentElement.scrollWidth} px wide`, widest())
  for (const list of document.querySelectorAll('.virtual-list'))
    if (list.clientHeight < 96 || list.clientHeight > innerHeight)
      say(`A list of ${list.clientHeight} px`, list)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest('[aria-hidden=true], [inert]') !== null || element.closest('svg') !== null) continue
    const over = element.scrollWidth - element.clientWidth
    const under = element.scrollHeight - element.clientHeight
    if ((over <= 1 && under <= 1) || element.clientWidth <= 1) continue
    const style = getComputedStyle(element)
    // For screen readers only.
    if (style.clipPath !== 'none') continue
    if (under > 1 && /hidden|clip/.test(style.overflowY) && element.textContent.trim() !== '')
      say(`Cut off by ${under} px below`, element)
    if (over <= 1) continue
    if (scrolls(element)) {
      if (element.querySelector('table, canvas') === null && !element.matches('input, textarea'))
        say(`Scrolls sideways by ${over} px`, element)
    } else if (style.overflowX !== 'visible' && !element.matches('input, textarea')) {
      if (element.textContent.trim() !== '') say(`Cut off by ${over} px`, element)
    }
  }
  return faults
}

/** States that look like their opposite, once a system's few colours have replaced ours. */
export function lostStates(): string[] {
  const looks = (element: Element): string => {
    const style = getComputedStyle(element)
    const { color, backgroundColor, borderTopWidth, borderBottomWidth, borderTopStyle, fontWeight } = style
    const { outlineStyle, outlineWidth, textDecorationLine } = style
    const marks = [...element.querySelectorAll('svg')].map((mark) => getComputedStyle(mark).visibility)
    return [
      color,
      backgroundColor,
      borderTopWidth,
      borderBottomWidth,
      borderTopStyle,
      outlineStyle,
      outlineWidth,
    ]
      .concat(fontWeight, textDecorationLine, marks)
      .join()
  }
  const pairs = [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['[aria-pressed=true]', '[aria-pressed=false]'],
    ['.segmented-option:has(:checked)', '.segmented-option:not(:has(:checked))'],
    ['.card-selected', '.card:not(.card-selected)'],
    ['.range-day[data-selected]', '.range-day:not([data-selected], [data-outside-month])'],
    ['[role=option][aria-selected=true]', '[role=option][aria-selected=false]'],
  ] as const
  return pairs.flatMap(([on, off]) => {
    const [chosen, other] = [document.querySelector(on), document.querySelector(off)]
    // The focus adds a frame of its own.
    if (chosen === null || other === null || chosen.matches(':focus') || other.matches(':focus')) return []
    return looks(chosen) === looks(other) ? [`${on} looks like ${off}: ${looks(chosen)}`] : []
  })
}

/** Numbers that a screen reader reads in two pieces, as “0” and “4 ml”: aligned on their points, and without a name of their own. */
export function brokenNumbers(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts
    const whole = '[role=img][aria-label], button[aria-label], [aria-hidden=true], svg'
    if (!/^\s*\.\d/.test(node.textContent ?? '') || node.parentElement?.closest(whole) !== null) continue
    broken.push(node.parentElement.parentElement?.outerHTML.slice(0, 200) ?? '')
  }
  return broken
}

/** Titles struck through at several heights: letters of each size have a line of their own. */
export function raggedStrikes(): string[] {
  return [...document.querySelectorAll('.card-struck .card-title')].flatMap((title) => {
    const sizes = new Set<string>()
    const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const { parentElement, textContent } = texts.currentNode
      if (parentElement !== null && textContent?.trim() !== '')
        sizes.add(getComputedStyle(parentElement).fontSize)
    }
    return sizes.size > 1 ? [`${[...sizes].join(', ')}: ${title.textContent}`] : []
  })
}

/** Keeps, from the first moment of every page, what moved although no motion is wanted. */
export function watchMotion(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  for (const event of ['animationstart', 'transitionrun'])
    document.addEventListener(
      event,
      ({ target }) => {
        if (!(target instanceof Element)) return
        const long = target
          .getAnimations()
          .some((one) => Number(one.effect?.getComputedTiming().duration) > 1)
        if (long) moved.push(`${event}: ${target.outerHTML.slice(0, 160)}`)
      },
      true,
    )
}
