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

const screens = import.meta.glob<string>('../features/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const everywhere = Object.values(
  import.meta.glob<string>(['./**/*.css', '../records/**/*.css', '../ui/**/*.css'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const namesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))

/** It would be there only while the other screen's style sheet is. */
test('no feature uses a class that only another feature styles', () => {
  const shared = namesIn(everywhere.join('\n'))
  const own = new Map<string, Set<string>>()
  for (const [path, css] of Object.entries(sheets))
    own.set(owner(path), new Set([...(own.get(owner(path)) ?? []), ...namesIn(css)]))
  const used = Object.entries(screens).flatMap(([path, source]) =>
    [...source.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' ').map((name) => ({ path, name })),
    ),
  )
  expect(used.length).toBeGreaterThan(500)
  const foreign = used.filter(
    ({ path, name }) =>
      !shared.has(name) &&
      own.get(owner(path))?.has(name) !== true &&
      [...own.values()].some((names) => names.has(name)),
  )
  expect(foreign).toEqual([])
})
