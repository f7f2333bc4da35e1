// The files of this repository that somebody wrote, for the checks that read all of them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Installed or made, and so nobody's to put right. */
const PASSED_OVER = /^(node_modules|dist|dist-types|client-package|test-results|fonts|public|pages)$/
/** The data of a server that was started here; `web/src/data` is code. */
const DATA = 'data'
const DOTTED = new Set(['.docs', '.scripts', '.deploy', '.ci', '.dependency-cruiser.cjs'])

/**
 * Paths from the root of all files whose names end so.
 *
 * @param {RegExp} ends
 * @returns {string[]}
 */
export const sources = (ends, folder = '') =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (
      PASSED_OVER.test(entry.name) ||
      path === DATA ||
      (entry.name.startsWith('.') && !DOTTED.has(entry.name))
    )
      return []
    if (entry.isDirectory()) return sources(ends, path)
    return ends.test(entry.name) ? [path] : []
  })
