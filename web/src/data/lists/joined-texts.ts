/** Hits after which a word is common: each search in the one text costs its own beginning, and looking into each text is faster. */
const COMMON = 500

/** Texts as one: a word that few of them hold is found several times as fast as by asking each of 100,000. */
export class JoinedTexts {
  private readonly texts: readonly string[]
  private readonly all: string
  /** Where in `all` the text after each begins. */
  private readonly next: Uint32Array

  constructor(texts: readonly string[]) {
    this.texts = texts
    this.all = texts.join('\n')
    this.next = new Uint32Array(texts.length)
    let at = 0
    for (const [index, { length }] of texts.entries()) this.next[index] = at += length + 1
  }

  /** The places of the texts that hold every word, ascending; words hold no white space, so that none reaches over two texts. */
  holding(words: readonly string[]): number[] {
    const [rarest = '', ...others] = [...words].sort((a, b) => b.length - a.length)
    const found: number[] = []
    let index = 0
    let hits = 0
    for (let at = this.all.indexOf(rarest); at >= 0; at = this.all.indexOf(rarest, this.next[index])) {
      while (at >= (this.next[index] ?? Infinity)) index++
      const text = this.texts[index] ?? ''
      if (others.every((word) => text.includes(word))) found.push(index)
      if (++hits === COMMON) return [...found, ...this.holdingAfter(index, words)]
    }
    return found
  }

  private holdingAfter(index: number, words: readonly string[]): number[] {
    const found: number[] = []
    for (let at = index + 1; at < this.texts.length; at++) {
      const text = this.texts[at] ?? ''
      if (words.every((word) => text.includes(word))) found.push(at)
    }
    return found
  }
}
