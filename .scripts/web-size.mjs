// Prints the gzip size of what the browser loads before the first screen: the entry and all that it imports statically; and how
// many files stand before Home, since each of them costs the start of a slow tablet some time, whatever its size; and the size
// of all files that the installed app keeps.
// With --json: `{ total, limit, files, most }`, sizes in KB.
import { readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const LIMIT_KB = 170
/** All that the service worker keeps, not compressed. */
const INSTALL_LIMIT_MB = 3.5
const MOST_FILES = 8
const HOME = 'src/app/home-route.tsx'
const dist = new URL('../web/dist/', import.meta.url)

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
if (entries.length === 0) throw new Error('The build manifest names no entry.')
if (!manifest[HOME]) throw new Error(`The build manifest names no ${HOME}.`)

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
visit(HOME)
const beforeHome = seen.size

const worker = readFileSync(new URL('service-worker.js', dist), 'utf8')
const kept = new Set([...worker.matchAll(/\burl["']?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) => url))
if (kept.size === 0) throw new Error('The service worker names no file to keep.')
const installMb = [...kept].reduce((sum, url) => sum + statSync(new URL(url, dist)).size, 0) / 1024 ** 2

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ total, limit: LIMIT_KB, files: beforeHome, most: MOST_FILES }))
} else {
  for (const { file, kb } of scripts) console.log(`${kb.toFixed(1).padStart(8)} KB  ${file}`)
  console.log(`${total.toFixed(1).padStart(8)} KB  first-load JavaScript (gzip), at most ${LIMIT_KB}`)
  console.log(`${String(beforeHome).padStart(8)}     scripts before Home, at most ${MOST_FILES}`)
  console.log(
    `${installMb.toFixed(2).padStart(8)} MB  ${kept.size} files of the installed app, at most ${INSTALL_LIMIT_MB}`,
  )
}
if (total > LIMIT_KB || beforeHome > MOST_FILES || installMb > INSTALL_LIMIT_MB) process.exitCode = 1
