import type { Page } from 'playwright-core'

/** Words in these elements that go on in a second line; after a hyphen one may. */
export const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((inside) => {
    const topOf = (text: Node, at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().top
    }
    return [...document.querySelectorAll(inside)].flatMap((name) => {
      // Some of a name's letters may be shown in capitals; what else stands in the same cell is another word.
      const letters: { letter: string; top: number }[] = []
      for (const part of name.childNodes) {
        if (part instanceof Element && !part.matches('.tall-man')) letters.push({ letter: ' ', top: 0 })
        else {
          const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
          for (let node: Node | null = part instanceof Text ? part : texts.nextNode(); node !== null;) {
            const text = node as Text
            for (let at = 0; at < text.length; at++)
              letters.push({ letter: text.data.charAt(at), top: topOf(text, at) })
            node = texts.nextNode()
          }
        }
      }
      const whole = letters.map(({ letter }) => letter).join('')
      return [...whole.matchAll(/[^\s/-]+/g)]
        .filter(({ index, 0: { length } }) => letters[index]?.top !== letters[index + length - 1]?.top)
        .map(([word]) => word)
    })
  }, selector)
