// The packages that a release carries: all that the server and the app need when they run, with what those need in turn. Read
// from the lock file, so that the answer is the same on every computer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

/** Of the app, built into it though only the build asks for them. */
const BUILT_IN = ['workbox-core', 'workbox-precaching', 'workbox-routing']
/** jsPDF asks for them only to draw HTML and SVG; the build leaves them out. */
const LEFT_OUT = new Set(['canvg', 'html2canvas', 'dompurify', 'core-js'])
const isTypes = (name) => name.startsWith('@types/')

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Where Node.js finds a package that one in `from` asks for. */
function placeOf(name, from) {
  for (
    let folder = from;
    ;
    folder = folder.replace(/(^|\/)node_modules\/(?!.*\/node_modules\/).*$|^[^/]*$/, '')
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

function needsOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
  return names.filter((name) => !LEFT_OUT.has(name) && !isTypes(name))
}

/**
 * By place in node_modules. `platform`: made for one system or processor.
 *
 * @param {('api' | 'web')[]} workspaces
 * @returns {{ place: string, name: string, version: string, license: string, platform: boolean }[]}
 */
export function shippedPackages(workspaces = ['api', 'web']) {
  const seen = new Set()
  const visit = (place) => {
    if (place === undefined || seen.has(place)) return
    seen.add(place)
    const entry = packages[place]
    if (entry.link) return visit(entry.resolved)
    for (const name of needsOf(entry)) visit(placeOf(name, place))
  }
  workspaces.forEach(visit)
  if (workspaces.includes('web')) BUILT_IN.forEach((name) => visit(placeOf(name, 'web')))
  return [...seen]
    .filter((place) => place.includes('node_modules/') && !packages[place].link)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((place) => {
      const { version, license = 'none', os, cpu } = packages[place]
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { place, name, version, license, platform: (os ?? cpu) !== undefined }
    })
}
