import type { Op } from 'sync-protocol/records/mutation'
import { signInToApi, type ApiClient } from '../../e2e/api-client.ts'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { demonstrationPassword, startServer, type Server } from '../../e2e/server.ts'
import { readyForOffline, signIn, syncSays } from '../../e2e/steps.ts'

/** Operations of a change: 1 MiB at most. */
const BATCH = 300
/** A hundred thousand records, also on a busy machine. */
const LOADED_MS = 600_000

export interface SeededTablet {
  server: Server
  password: string
  /** The one that signed in; close it to open its profile again. */
  tablet: Tablet
}

/** The server with these records beside the demonstration's, and a tablet that holds all of them and works without a network. */
export async function seededTablet(
  ops: readonly Op[] | ((firstSection: number) => readonly Op[]),
  person = 'technician@demo.test',
  started?: Server,
): Promise<SeededTablet> {
  const server = started ?? (await startServer())
  const password = demonstrationPassword(server)
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const made = typeof ops === 'function' ? ops(await firstSection(api)) : ops
  for (let from = 0; from < made.length; from += BATCH)
    await api.push('record.create', made.slice(from, from + BATCH))
  const tablet = await openTablet()
  await signIn(tablet.page, server.url, person, password)
  await syncSays(tablet.page, 'All sent', LOADED_MS)
  await readyForOffline(tablet.page)
  return { server, password, tablet }
}

/** The key of the section that the drugs' screen shows first. */
async function firstSection(api: ApiClient): Promise<number> {
  const keys = (await api.records('sections')).flatMap(({ content }) => {
    const key = content?.['key']
    return typeof key === 'number' ? [key] : []
  })
  return Math.min(...keys)
}
