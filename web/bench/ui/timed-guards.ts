import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { vi } from 'vitest'
import { installation } from '../../e2e/installation.ts'

const web = resolve(import.meta.dirname, '../..')

/** What the guards are made of: which exported functions of which sources. */
const GUARDS: Readonly<Record<string, readonly string[]>> = {
  '/rules/sheet-guard.ts': ['doseRows'],
  '/rules/library-lookup.ts': ['lookupIn'],
  '/records/dose-lines.ts': ['doseLines', 'lackingLimitLines'],
  '/records/unusual-weight.ts': ['shownUnusual'],
}

declare global {
  interface Window {
    /** Each call of a guard, in ms. */
    guardTimes: { guard: string; ms: number }[]
  }
}

function timed(code: string, name: string): string {
  const plain = code.replace(new RegExp(`export ((?:function|const) ${name}\\b)`), '$1')
  if (plain === code) throw new Error(`There is no guard ${name}.`)
  return `${plain}
const ${name}Timed = (...given) => {
  const begun = performance.now()
  try {
    return ${name}(...given)
  } finally {
    const ms = performance.now() - begun
    ;(globalThis.guardTimes ??= []).push({ guard: '${name}', ms })
  }
}
export { ${name}Timed as ${name} }
`
}

/** After TypeScript, so that what is added needs no types. */
const timedGuards = (): Plugin => ({
  name: 'timed-guards',
  transform(code, id) {
    const names = Object.entries(GUARDS).find(([source]) => id.endsWith(source))?.[1]
    return names?.reduce(timed, code)
  },
})

/** The app and its server in a folder of their own: the same sources, but their guards say how long each call took. */
export async function timedInstallation(): Promise<string> {
  const root = installation()
  // What a test runner sets would make a build for development, which registers no service worker.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(root, 'web/dist'), emptyOutDir: true },
    plugins: [timedGuards()],
  })
  vi.unstubAllEnvs()
  return root
}
