// Lets a plain node of Node 20 run a TypeScript file, for tests that need a process of their own:
// node --import testing-typescript.mjs file.ts
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transform } from '@swc/core'

if (isMainThread) {
  register(import.meta.url)
  const folder = process.env.RECORD_STATEMENTS
  if (folder) (await import('./statements/testing-recorder.ts')).recordStatements(folder)
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const source = await readFile(fileURLToPath(url), 'utf8')
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' }
  const { code } = await transform(source, { jsc, swcrc: false, configFile: false })
  return { format: 'module', source: code, shortCircuit: true }
}
