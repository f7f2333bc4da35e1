import type { Plugin } from 'vite'

type Imports = ReadonlyMap<string, readonly string[]>

/** Files that import each other in a ring, the first one once more at its end; null where there is no ring. */
export function ringIn(imports: Imports): string[] | null {
  const done = new Set<string>()
  const search = (file: string, above: readonly string[]): string[] | null => {
    const at = above.indexOf(file)
    if (at >= 0) return [...above.slice(at), file]
    if (done.has(file)) return null
    const path = [...above, file]
    for (const next of imports.get(file) ?? []) {
      const ring = search(next, path)
      if (ring !== null) return ring
    }
    done.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const ring = search(file, [])
    if (ring !== null) return ring
  }
  return null
}

/**
 * Ends the build where two files import each other. Which of them runs first then depends on the screen that was opened first,
 * and the other one finds what it imports undefined. No source does so: it comes from joining small shared chunks (`chunks.ts`).
 */
export const noChunkCycles = (): Plugin => ({
  name: 'no-chunk-cycles',
  generateBundle(_options, bundle) {
    const imports: Imports = new Map(
      Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? [[one.fileName, one.imports] as const] : [],
      ),
    )
    const ring = ringIn(imports)
    if (ring !== null) this.error(`Chunks import each other: ${ring.join(' -> ')}.`)
  },
})
