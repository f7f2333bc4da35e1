import { randomUUID } from 'node:crypto'
import { mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { signInToApi } from '../../e2e/api-client.ts'
import { clinicOps } from './sample-records.ts'
import { newClinic, type Clinic, type World } from './world.ts'

/** Mutations of a push, and records of a mutation: what a person saves is often several records. */
const BATCH = 100
const TOGETHER = 5

export interface SeededClinic extends Clinic {
  records: number
  library: number
}

/** A clinic with so many records, sent by a tablet of its own. */
export async function seededClinic(world: World, count: number): Promise<SeededClinic> {
  const clinic = await newClinic(world)
  const api = await signInToApi(world.server.url, clinic.email, clinic.password)
  const { epoch } = await api.get<{ epoch: string }>(`/sync/pull?protocol=${PROTOCOL}&cursor=0&limit=1`)
  const lane = { device: randomUUID(), lane: randomUUID() }
  const { library, ops } = clinicOps(count)
  const at = new Date().toISOString()
  let n = 0
  for (let from = 0; from < count; from += BATCH * TOGETHER) {
    const mutations = Array.from({ length: BATCH }, (_, index) => {
      const first = from + index * TOGETHER
      return mutationOf(++n, randomUUID(), 'record.create', ops.slice(first, first + TOGETHER), { at })
    }).filter((mutation) => mutation.ops.length > 0)
    const { results } = await api.post<{ results: { status: string }[] }>(
      '/sync/push',
      pushOf(epoch, lane, mutations),
    )
    if (results.some(({ status }) => status !== 'applied'))
      throw new Error(`Not applied: ${JSON.stringify(results[0])}`)
  }
  return { ...clinic, records: count, library }
}
