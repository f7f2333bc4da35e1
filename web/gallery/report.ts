import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Faults, Picture } from './camera.ts'
import { SIZES, THEMES } from './camera.ts'
import type { DataName } from './stage.ts'
import { DATA } from './stage.ts'

export const FOLDER = resolve(import.meta.dirname, '../../.gallery')

/** What one process took. */
export interface Part {
  shots: Shot[]
  complaints: string[]
}

export interface Shot {
  screen: string
  name: string
  data: DataName
  pictures: Picture[]
  faults: Faults
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const filter = (name: string, values: readonly string[]) =>
  `<fieldset><legend>${name}</legend>${values
    .map((value) => `<label><input type="checkbox" name="${name}" value="${value}" checked> ${value}</label>`)
    .join('')}</fieldset>`

function figure(shot: Shot, { file, size, theme, whole }: Picture): string {
  const about = `${size} ${theme}${whole ? ', whole' : ''}`
  return `<figure data-size="${size}" data-theme="${theme}" data-data="${shot.data}" data-length="${whole ? 'whole' : 'screen'}">
<a href="${file}"><img src="${file}" alt="${escaped(`${shot.name}, ${shot.data}, ${about}`)}" width="${SIZES[size].width}" loading="lazy"></a>
<figcaption>${shot.data}, ${about}</figcaption></figure>`
}

function section(screen: string, shots: readonly Shot[]): string {
  const scenes = [...new Set(shots.map(({ name }) => name))].map((name) => {
    const figures = shots
      .filter((shot) => shot.name === name)
      .flatMap((shot) => shot.pictures.map((picture) => figure(shot, picture)))
    return `<h3>${escaped(name)}</h3><div class="row">${figures.join('')}</div>`
  })
  return `<section id="${escaped(screen)}"><h2>${escaped(screen)}</h2>${scenes.join('')}</section>`
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 1rem }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; padding: .5rem 0; background: Canvas }
fieldset { display: flex; gap: .75rem; border: 1px solid GrayText; border-radius: .4rem }
nav a { margin-right: .75rem }
.row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { margin: 0 }
figure[hidden] { display: none }
img { display: block; height: auto; max-width: calc(var(--scale, .45) * 1180px); border: 1px solid GrayText }
figure[data-size=phone] img { max-width: calc(var(--scale, .45) * 640px) }
figcaption { color: GrayText; font-size: .8rem }`

const SCRIPT = `
const form = document.forms[0]
const show = () => {
  const chosen = (name) => [...form.elements[name]].filter((box) => box.checked).map((box) => box.value)
  const kept = Object.fromEntries(['size', 'theme', 'data', 'length'].map((name) => [name, new Set(chosen(name))]))
  for (const figure of document.querySelectorAll('figure'))
    figure.hidden = !Object.entries(kept).every(([name, values]) => values.has(figure.dataset[name]))
  document.body.style.setProperty('--scale', form.elements.scale.value)
}
form.addEventListener('input', show)
show()`

/** One page with every picture of this run beside it, by screen; its filters need nothing but the file. */
function writePage(shots: readonly Shot[]): void {
  const screens = [...new Set(shots.map(({ screen }) => screen))]
  const links = screens.map((screen) => `<a href="#${escaped(screen)}">${escaped(screen)}</a>`)
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>
<h1>Gallery</h1>
<p>${shots.flatMap(({ pictures }) => pictures).length} pictures, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.</p>
<nav>${links.join('')}</nav>
<form>${filter('size', Object.keys(SIZES))}${filter('theme', THEMES)}${filter('data', DATA)}${filter('length', ['screen', 'whole'])}
<label>Size of the pictures <input type="range" name="scale" min="0.15" max="1.2" step="0.05" value="0.45"></label></form>
${screens
  .map((screen) =>
    section(
      screen,
      shots.filter((shot) => shot.screen === screen),
    ),
  )
  .join('')}
<script>${SCRIPT}</script></html>`
  writeFileSync(join(FOLDER, 'index.html'), html)
}

/** The same fault of many pictures is one line. */
function grouped(faults: readonly (readonly [fault: string, where: string])[]): string[] {
  const places = new Map<string, string[]>()
  for (const [fault, where] of faults) places.set(fault, [...(places.get(fault) ?? []), where])
  return [...places].map(
    ([fault, where]) => `${fault}: ${where[0]}${where.length === 1 ? '' : ` and ${where.length - 1} more`}`,
  )
}

/** Puts together what all processes took, when the last one ends. */
export default function collect(): () => void {
  return () => {
    const files = ['ordinary', 'edges'].map((part) => join(FOLDER, `${part}.json`)).filter(existsSync)
    if (files.length === 0) return
    const parts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Part)
    const shots = parts.flatMap((part) => part.shots)
    writePage(shots)
    const faults = shots.flatMap(({ screen, name, data, faults: { overflows, cut } }) => {
      const where = `${screen}, ${name}, ${data}`
      return [
        ...overflows.map((size) => [`wider than the screen (${size})`, where] as const),
        ...cut.map((words) => [`cut (${words})`, where] as const),
      ]
    })
    const complaints = parts.flatMap((part) => part.complaints)
    const count = shots.flatMap(({ pictures }) => pictures).length
    console.log([...complaints, ...grouped(faults), `${count} pictures in .gallery/index.html`].join('\n'))
  }
}
