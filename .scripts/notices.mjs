// The licenses of the packages in a release. `notices.mjs` fails when one is not of the list below, or when the notices are not
// those of the lock file; `notices.mjs --write` writes them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedPackages } from './shipped-packages.mjs'
import { root } from './sources.mjs'

/** Part of the app: help shows it from the server. */
const FILE = 'web/public/third-party-notices.txt'
/** A clinic may use, change and pass on what is under these, with the whole program under MIT. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
])
/** What is in a package and not its own: written by hand, since no package names it. */
const BY_HAND = ['jspdf-and-docx', 'swagger-ui', 'postgresql'].map((name) => `.scripts/notices/${name}.txt`)
const FONTS = 'web/src/exports/fonts/OFL.txt'
const RULE = '-'.repeat(80)

/** `MIT`, `(MIT OR GPL-2.0)`, `MIT AND Zlib`: one of the choices has to be allowed in all of its parts. */
const isAllowed = (license) =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)))

/** The same license in another layout is the same. */
const bare = (text) => text.replace(/[\s*#>`]+/g, ' ').trim()
const BODY = /Permission is hereby granted|Permission to use, copy|Redistribution and use in source/

/** One or several. A license without a file of its own stands at the end of the README, or is the usual text. */
function textsOf({ name, place, license }) {
  const folder = join(root, place)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
  if (files.length > 0) return files.sort().map((file) => readFileSync(join(folder, file), 'utf8'))
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file))
  const [, said] = /\n#+ *licen[cs]e\s*\n([\s\S]*)$/i.exec(
    readme ? readFileSync(join(folder, readme), 'utf8') : '',
  ) ?? [undefined, '']
  if (BODY.test(said)) return [said]
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  if (license !== 'MIT') throw new Error(`${name} carries no text of its license, ${license}.`)
  const [, usual] = readFileSync(join(root, 'LICENSE'), 'utf8').split(/(?=Permission is hereby granted)/)
  return [`Copyright (c) ${holder.replace(/ *[<(].*/, '')}\n\n${usual}`]
}

/**
 * Packages of which a platform has its own are one, since a computer has only some. Of those that are parts of a package for all
 * platforms that one speaks.
 */
function families() {
  const shipped = shippedPackages()
  const names = new Set(shipped.map(({ name }) => name))
  const found = new Map()
  for (const each of shipped) {
    const family = each.platform
      ? each.name.replace(/(-|(?<=\/))(android|darwin|freebsd|linux|win32|windows)-.*$/, '')
      : each.place
    if (each.platform && names.has(family)) continue
    const isHere = existsSync(join(root, each.place))
    const known = found.get(family)
    if (!known || (!known.isHere && isHere))
      found.set(family, { ...each, isHere, ...(each.platform && { name: `${family}*` }) })
  }
  return [...found.values()]
}

/** Those with the same words together: who holds the rights of each, then the words once. */
export function noticesText() {
  const bodies = new Map()
  for (const each of families()) {
    if (!each.isHere) throw new Error(`${each.name} is not installed: run npm start once.`)
    for (const text of textsOf(each).map((said) => said.replaceAll('\r', '').trim())) {
      const at = Math.max(0, text.search(BODY))
      const body = text.slice(at).trimEnd()
      const known = bodies.get(bare(body)) ?? { body, of: [] }
      known.of.push({ ...each, head: text.slice(0, at).trim() })
      bodies.set(bare(body), known)
    }
  }
  const parts = [...bodies.values()].map(({ body, of }) =>
    [
      ...of.map(({ name, version, license, head }) =>
        [`${name} ${version} (${license.replace(/^\(|\)$/g, '')})`, ...linesOf(head)].join('\n    '),
      ),
      '',
      body,
    ].join('\n'),
  )
  const whole = [
    'Veterinary Anesthesia is under the MIT license. It carries the work of others, under the licenses below.',
    ...parts,
    ...BY_HAND.map((file) => readFileSync(join(root, file), 'utf8').trim()),
    `The fonts Noto Sans Regular and Noto Sans Bold, in PDF files\n\n${readFileSync(join(root, FONTS), 'utf8').trim()}`,
  ]
  return `${whole.map((part) => part.replaceAll(/[ \t]+$/gm, '')).join(`\n\n${RULE}\n\n`)}\n`
}

/** Of what stands before the license only who holds the rights; its name is said already. */
const linesOf = (head) =>
  head
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' && !/^\W*(the )?(mit|isc|bsd|0bsd)\b.*licen[cs]e|^\W*(licen[cs]e|mit)\W*$/i.test(line),
    )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shipped = shippedPackages()
  const wrong = shipped
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version} is under ${license}, which is not on the list.`)
  const text = noticesText()
  const file = join(root, FILE)
  if (process.argv.includes('--write')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    wrong.push(`${FILE} is not what the packages say. Write it anew: npm run notices -- --write`)
  for (const line of wrong) console.error(line)
  console.log(`${shipped.length} packages in a release, ${wrong.length} mistakes`)
  process.exit(wrong.length === 0 ? 0 : 1)
}
