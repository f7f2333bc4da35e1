import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DumpedStore, TabletDump } from './tablet-dump.ts'

interface Person {
  name: string
  email: string
}
/** What `record.ts` left: a tablet of the previous release, with the server that it belongs to. */
export interface RecordedTablet extends TabletDump {
  about: { password: string; people: { zoe: Person; vera: Person; tom: Person } }
}

/** The server's history has another name where its backup was restored; `epoch` takes the place of the recorded one. */
export function recordedTablet(epoch?: string): RecordedTablet {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'tablet.json.gz'))).toString('utf8')
  const recorded = JSON.parse(text) as RecordedTablet
  if (epoch === undefined) return recorded
  const old = rowsOf<{ key: string; value: unknown }>(recorded, 'settings').find(({ key }) => key === 'epoch')
  return JSON.parse(text.replaceAll(String(old?.value), epoch)) as RecordedTablet
}

export const clinicOf = ({ databases }: TabletDump) => {
  const clinic = databases.find(({ name }) => name.startsWith('clinic-'))
  if (!clinic) throw new Error('No clinic was recorded.')
  return clinic
}

export const rowsOf = <T>(dump: TabletDump, table: string): T[] =>
  (clinicOf(dump).stores.find(({ name }: DumpedStore) => name === table)?.rows ?? []) as T[]
