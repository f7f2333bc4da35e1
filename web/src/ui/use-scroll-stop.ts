import { useEffect, type RefObject } from 'react'

/**
 * While `region` holds more than it shows, the keyboard can stop at it and scroll it: Safari lets it do so only then. `name` says
 * what it is where the region itself has no name.
 */
export function useScrollStop(region: RefObject<HTMLElement | null>, name?: string): void {
  useEffect(() => {
    const element = region.current
    if (element === null) return undefined
    const sizes = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      setOrRemove(element, 'tabindex', scrolls ? '0' : undefined)
      if (name === undefined) return
      setOrRemove(element, 'role', scrolls ? 'group' : undefined)
      setOrRemove(element, 'aria-label', scrolls ? name : undefined)
    })
    const watch = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
    }
    const children = new MutationObserver(watch)
    children.observe(element, { childList: true })
    watch()
    return () => {
      children.disconnect()
      sizes.disconnect()
    }
  }, [region, name])
}

function setOrRemove(element: Element, attribute: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(attribute)
  else element.setAttribute(attribute, value)
}
