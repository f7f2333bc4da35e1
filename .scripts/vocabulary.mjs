// `npm run vocabulary`: one thing has one name. No name in the code and no file has a form that the glossary lists as old, and no
// text of the screen, in a `…-text.ts` or in sync-protocol, has one of its old phrases. Says file:line of each, and what to say instead.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, sources } from './sources.mjs'

const { parseSync } = createRequire(import.meta.url)('@swc/core')
const GLOSSARY = '.docs/glossary.md'
/** A run that reads fewer has lost its way, and would pass for nothing. */
const LEAST = { files: 1000, forms: 20 }

/**
 * The rows of the glossary's table of old forms: `| old | instead | where it may stand |`. `put-back` is a sequence of words in a
 * name, however they are joined; “out of reach” is a phrase of the screen. Places are beginnings of paths.
 *
 * @returns {{ old: string, phrase: boolean, instead: string, places: string[] }[]}
 */
export function oldForms(glossary) {
  const [, table = ''] = glossary.split('\n## Old forms\n')
  return table.split('\n').flatMap((line) => {
    const [, said = '', instead = '', where = ''] = line.split('|').map((cell) => cell.trim())
    const [, name, phrase] = /^(?:`([a-z-]+)`|“([^”]+)”)$/.exec(said) ?? []
    if (name === undefined && phrase === undefined) return []
    const places = [...where.matchAll(/`([^`]+)`/g)].map(([, place]) => place)
    return [{ old: name ?? phrase, phrase: phrase !== undefined, instead, places }]
  })
}

/** 'onPutBack' and 'put-back.ts' as '-on-put-back-' and '-put-back-ts-'. */
const asWords = (name) =>
  `-${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-`

/** The names and texts in a source. Comments, addresses, keys of JSON and SQL are left out. */
function saidIn(path, text) {
  const names = new Set()
  const texts = new Set()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if (node.type === 'Identifier') names.add(node.value)
    if (node.type === 'StringLiteral') texts.add(node.value)
    if (node.type === 'TemplateElement') texts.add(node.cooked ?? '')
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value)
  }
  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }).body)
  return { names, texts }
}

/** The first line that has it outside a comment; 1 if no line does. */
function lineOf(text, isIn) {
  const at = text.split('\n').findIndex((line) => !/^\s*(\/\/|\/?\*)/.test(line) && isIn(line))
  return Math.max(0, at) + 1
}

/** What is wrong with one file, as `path:line: …`. */
export function faultsIn(forms, path, text) {
  const faults = []
  const fault = (line, said, { instead }) =>
    faults.push(`${path}:${line}: ${said} is an old form: ${instead}.`)
  const due = forms.filter(({ places }) => !places.some((place) => path.startsWith(place)))
  for (const form of due)
    if (!form.phrase && asWords(path.split('/').slice(-2).join('/')).includes(`-${form.old}-`))
      fault(1, 'its path', form)
  const isText =
    path.endsWith('-text.ts') || /^sync-protocol\/src\/(log|merge|records|rules)\/(?!.*\.test\.)/.test(path)
  const near = due.filter(({ old, phrase }) =>
    phrase ? isText && text.includes(old) : new RegExp(old.replaceAll('-', '[-_]?'), 'i').test(text),
  )
  if (near.length === 0) return faults
  const { names, texts } = saidIn(path, text)
  for (const form of near) {
    if (form.phrase) {
      if ([...texts].some((each) => each.includes(form.old)))
        fault(
          lineOf(text, (line) => line.includes(form.old)),
          `“${form.old}”`,
          form,
        )
      continue
    }
    for (const name of names)
      if (asWords(name).includes(`-${form.old}-`))
        fault(
          lineOf(text, (line) =>
            new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(line),
          ),
          `\`${name}\``,
          form,
        )
  }
  return faults
}

function main() {
  const forms = oldForms(readFileSync(join(root, GLOSSARY), 'utf8'))
  const files = sources(/(?<!\.d)\.(ts|tsx|mjs)$/)
  const faults = files.flatMap((path) => faultsIn(forms, path, readFileSync(join(root, path), 'utf8')))
  for (const form of forms)
    for (const place of form.places)
      if (!files.some((path) => path.startsWith(place)))
        faults.push(`${GLOSSARY}:1: ${place}, where ${form.old} may stand, is not there.`)
  if (files.length < LEAST.files) faults.push(`Only ${files.length} files were read.`)
  if (forms.length < LEAST.forms) faults.push(`Only ${forms.length} old forms were read in ${GLOSSARY}.`)
  for (const each of faults) console.error(each)
  console.log(`vocabulary: ${files.length} files, ${forms.length} old forms, ${faults.length} in use`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
