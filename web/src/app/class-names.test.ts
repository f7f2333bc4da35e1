import { expect, test } from 'vitest'

const sheets = import.meta.glob<string>(['./**/*.css', '../records/**/*.css', '../features/**/*.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const owner = (path: string) => /features\/([^/]+)\//.exec(path)?.[1] ?? 'app'

/** A screen's style sheet stays loaded when the next screen comes: a name that two use would style both. */
test('no class of one feature is styled by another', () => {
  const owners = new Map<string, Set<string>>()
  for (const [path, css] of Object.entries(sheets)) {
    for (const rule of css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g)) {
      // The first class of a selector is the one that it takes for its own.
      for (const selector of rule[1]?.split(',') ?? []) {
        const name = /\.([a-z][\w-]*)/.exec(selector)?.[1]
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(owner(path)))
      }
    }
  }
  expect(owners.size).toBeGreaterThan(20)
  const shared = [...owners]
    .filter(([, by]) => by.size > 1)
    .map(([name, by]) => `${name}: ${[...by].join(', ')}`)
  expect(shared).toEqual([])
})
