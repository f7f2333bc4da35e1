// Prints the gzip size of what the browser loads before the first screen: the entry and all that it imports statically.
// With --json: `{ total, limit }` in KB.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const LIMIT_KB = 200
const dist = new URL('../web/dist/', import.meta.url)

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
if (entries.length === 0) throw new Error('The build manifest names no entry.')

const seen = new Set()
const visit = (key) => {
  if (seen.has(key)) return
  seen.add(key)
  for (const next of manifest[key].imports ?? []) visit(next)
}
entries.forEach(visit)

const files = [...seen].map((key) => {
  const { file } = manifest[key]
  return { file, kb: gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024 }
})
const scripts = files.filter(({ file }) => file.endsWith('.js')).sort((one, other) => other.kb - one.kb)
const total = scripts.reduce((sum, { kb }) => sum + kb, 0)

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ total, limit: LIMIT_KB }))
} else {
  for (const { file, kb } of scripts) console.log(`${kb.toFixed(1).padStart(8)} KB  ${file}`)
  console.log(`${total.toFixed(1).padStart(8)} KB  first-load JavaScript (gzip), at most ${LIMIT_KB}`)
}
if (total > LIMIT_KB) process.exitCode = 1
