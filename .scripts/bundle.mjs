// A program of simulated tablets as one file that Node runs by itself: their code is the app's, in TypeScript.
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

/** The program at `path` of this repository, bundled into `folder`; where it then is. */
export async function bundle(path, folder) {
  const fromWeb = createRequire(join(root, 'web/package.json'))
  const { build } = await import(pathToFileURL(fromWeb.resolve('vite')))
  await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'error',
    resolve: {
      alias: [{ find: /^sync-protocol\/(.*)$/, replacement: `${join(root, 'sync-protocol/src')}/$1.ts` }],
    },
    ssr: { noExternal: true },
    build: { ssr: join(root, path), outDir: folder, emptyOutDir: false, target: 'node20' },
  })
  return join(folder, basename(path).replace(/\.mjs$/, '.js'))
}
