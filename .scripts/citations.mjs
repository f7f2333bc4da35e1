// `npm run citations`: everything that code and documents cite is defined in a document, and only once. It reads
// requirements (`spec 1 §5`, DRUG-17), decisions, the sync contract (its sections and promises), and, in documents, links,
// paths and commands. Says file:line of each citation that leads nowhere.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, sources } from './sources.mjs'

const READ = /\.(ts|tsx|mjs|cjs|js|sql|css|md)$/
/** A run that reads fewer has lost its way, and would pass for nothing. */
const LEAST = { files: 500, requirements: 700, decisions: 90, promises: 38, citations: 1000 }

const texts = new Map(sources(READ).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const faults = []
const lineOf = (text, at) => text.slice(0, at).split('\n').length
const fault = (path, at, words) => faults.push(`${path}:${lineOf(texts.get(path) ?? '', at)}: ${words}`)

/** Where each thing is defined. A second place is a fault: nobody could know which of the two is right. */
const places = new Map()
function said(paths, pattern, name) {
  let count = 0
  for (const path of paths) {
    if (!texts.has(path)) faults.push(`${path}: this document is missing.`)
    for (const match of (texts.get(path) ?? '').matchAll(pattern)) {
      const id = name(match)
      if (places.has(id)) fault(path, match.index, `${id} is already in ${places.get(id)}.`)
      places.set(id, path)
      count += 1
    }
  }
  return count
}
const under = (folder) => [...texts.keys()].filter((path) => path.startsWith(folder))

const parts = ['1', '2'].map((part) => ({ part, path: `.docs/requirements/part-${part}.md` }))
for (const { part, path } of parts) said([path], /^## §(\d+)/gm, ([, section]) => `spec ${part} §${section}`)
const requirements = said(
  parts.map(({ path }) => path),
  /\*\*([A-Z]+-\d+)\*\*/g,
  ([, id]) => id,
)
const areas = new Set([...places.keys()].flatMap((id) => /^([A-Z]+)-\d+$/.exec(id)?.[1] ?? []))
const decisions = said(under('.docs/decisions/'), /^- \*\*(Q-\d+)\*\*/gm, ([, id]) => id)
const promises = said(['sync-protocol/README.md'], /^\| ([A-Z]\d+) +\|/gm, ([, id]) => id)
said(['.docs/sync.md'], /^## (\d+)\./gm, ([, section]) => `section ${section} of the sync contract`)

let citations = 0
function cited(path, at, id) {
  citations += 1
  if (!places.has(id)) fault(path, at, `${id} is in no document.`)
}

const PROMISE = '[PLMTDW]\\d{1,2}'
const SOME_PROMISES = `${PROMISE}(?:(?:,| to| and) ${PROMISE})*`
/** What names promises: a pair of brackets in a test's title, a pair of parentheses around nothing else, or the contract. */
const OF_PROMISES = [
  new RegExp(`['"\`](?:\\[[A-Z]+-?\\d+(?:\\.\\.\\d+)?\\] ?)+`, 'g'),
  new RegExp(`(?<=\\s\\()${SOME_PROMISES}(?=\\))`, 'g'),
  new RegExp(`contract,? ${SOME_PROMISES}`, 'g'),
]

for (const [path, text] of texts) {
  // A comment goes on in the next line: the break is blanked out, and every place in the text stays what it was.
  const flat = text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/|--)?/g, (broken) => ' '.repeat(broken.length))
  const joined = flat.replaceAll(/ {2,}/g, (blanks) => ` ${'\0'.repeat(blanks.length - 1)}`)
  const plain = joined.replaceAll('\0', '')
  // From a place in what is read to the same in the file.
  const shift = []
  for (let at = 0; at < joined.length; at++) if (joined[at] !== '\0') shift.push(at)
  const find = (pattern, take) => {
    for (const match of plain.matchAll(pattern)) take(match, shift[match.index] ?? 0)
  }

  find(/\bspec (\d) §(\d+)/g, ([id], at) => cited(path, at, id))
  find(/contract(?:'s|,)? section (\d+)/g, ([, section], at) =>
    cited(path, at, `section ${section} of the sync contract`),
  )
  find(/\b([A-Z]+)-(\d+)(?:\.\.(\d+))?(?!\d)/g, ([, area, first, last], at) => {
    if (area !== 'Q' && !areas.has(area)) return
    for (let n = Number(first); n <= Number(last ?? first); n++)
      cited(path, at, `${area}-${String(n).padStart(2, '0')}`)
  })
  for (const pattern of OF_PROMISES)
    find(pattern, ([words], at) => {
      for (const [id] of words.matchAll(new RegExp(`\\b${PROMISE}\\b(?!-)`, 'g'))) cited(path, at, id)
      // An area that no document has: a slip of the pen, which the look for known areas passes over.
      for (const [, id, area] of words.matchAll(/\[(([A-Z]+)-\d+)/g))
        if (area !== 'Q' && !areas.has(area)) cited(path, at, id)
    })
}

const slug = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const headings = (text) => new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading)))
const scripts = new Map(
  ['', 'web/', 'api/', 'sync-protocol/'].map((workspace) => [
    workspace,
    JSON.parse(readFileSync(join(root, `${workspace}package.json`), 'utf8')).scripts ?? {},
  ]),
)
const PART = /^(?:sync-protocol|api|web|migrations|\.scripts|\.docs|\.ci)\//

for (const [path, text] of texts) {
  if (!path.endsWith('.md')) continue
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [, link] = match
    if (/^[a-z]+:/.test(link)) continue
    citations += 1
    const [file, heading] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, target))) fault(path, match.index, `${link} leads to no file.`)
    else if (heading !== undefined && !headings(texts.get(target) ?? '').has(heading))
      fault(path, match.index, `${link} leads to no heading.`)
  }
  for (const match of text.matchAll(/`([^`\s]+(?:\/|\.[a-z]+))`/g)) {
    const [, named] = match
    if (!PART.test(named) || /[*<>{}…]/.test(named)) continue
    citations += 1
    if (!existsSync(join(root, named))) fault(path, match.index, `${named} is not there.`)
  }
  for (const match of text.matchAll(/npm run ([a-z][a-z0-9:-]*)(?: -w ([a-z-]+))?/g)) {
    const [, script, workspace] = match
    citations += 1
    if (scripts.get(workspace === undefined ? '' : `${workspace}/`)?.[script] === undefined)
      fault(path, match.index, `there is no command "${script}".`)
  }
}

const found = { files: texts.size, requirements, decisions, promises, citations }
for (const [what, least] of Object.entries(LEAST))
  if (found[what] < least) faults.push(`Only ${found[what]} ${what} were read.`)
for (const each of faults) console.error(each)
console.log(
  `citations: ${citations} of ${requirements} requirements, ${decisions} decisions, ${promises} promises and more, ` +
    `${faults.length} lead nowhere`,
)
process.exit(faults.length === 0 ? 0 : 1)
