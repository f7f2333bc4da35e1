// `npm run dev`: the server from its sources, begun anew when one of them changes, and Vite's pages with reload beside it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install, root } from './install.mjs'

install()
try {
  // The pages ask for the server at the port that its settings name.
  process.loadEnvFile(process.env.ENV_FILE || join(root, '.env'))
} catch {
  // There is none, or the server says what is wrong with it.
}
const loader = pathToFileURL(join(root, 'api/src/database/testing-typescript.mjs')).href
const watched = ['api/src', 'sync-protocol/src', 'migrations'].map(
  (path) => `--watch-path=${join(root, path)}`,
)
const children = [
  [
    root,
    [
      '--watch',
      ...watched,
      '--watch-preserve-output',
      '--conditions=source',
      '--import',
      loader,
      'api/src/main.ts',
    ],
  ],
  [join(root, 'web'), [join(root, 'node_modules/vite/bin/vite.js')]],
].map(([cwd, args]) => spawn(process.execPath, args, { cwd, stdio: 'inherit' }))

const end = () => children.forEach((child) => child.kill())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    end()
  })
