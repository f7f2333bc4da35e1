import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LedgerEntry } from 'sync-protocol/records/ledger-entry'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { draw, mutationOf } from 'sync-protocol/testing/examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { saveDraw } from './draw-steps.ts'
import { evidenceOf } from './evidence.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { holdAt, installKillPoints, KILL_POINTS, whenStopped, type KillPoint } from './kill-points.ts'
import { killPostgres } from './kill-postgres.ts'
import { ownerClient } from './owner-client.ts'
import { replyHolder, type ReplyHolder } from './reply-holder.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

/** A handful with every test run; hundreds by `npm run kills`. */
const times = (what: string, few: number) => Number(process.env[`KILLS_${what}`] ?? few)
const HOURS = 6 * 60 * 60_000
const WHO = 'veterinarian@demo.test'

/** A column of the report that `npm run kills` prints. */
function report(what: string, found: Record<string, number | string>): void {
  const folder = process.env['KILLS_OUT']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `kills-${what}.json`), `${JSON.stringify({ what, ...found }, null, 2)}\n`)
}

const patients = (records: readonly { content: Record<string, unknown> | null }[]) =>
  records
    .map(({ content }) => (content as { sheet_data: { patient_name: string } }).sheet_data.patient_name)
    .sort()

/** What the server holds in the end: each draw once, each in the ledger once, and the ledger whole. */
async function holdsExactly(server: Server, password: string, saved: readonly string[]) {
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const found = patients(await api.records('draws'))
  expect(found).toEqual(saved.toSorted())
  const { entries } = await api.get<{ entries: LedgerEntry[] }>('/ledger?after=0')
  expect(verifyLedger(entries)).toMatchObject({ ok: true })
  const drawn = entries.flatMap((entry) => ('record' in entry ? [entry.record._id] : []))
  expect(new Set(drawn).size).toBe(saved.length)
  expect(entries).toHaveLength(saved.length)
  expect((await api.records('attention')).concat(await api.records('conflicts'))).toEqual([])
  const once = new Set(found)
  return {
    acknowledged: saved.length,
    missing: saved.filter((patient) => !once.has(patient)).length,
    twice: found.length - once.size,
    in_ledger: entries.length,
  }
}

interface Reply {
  results: { status: string; replayed?: boolean }[]
}

/** A tablet's lane as the wire knows it: it sends each change until the server has taken it. */
async function sender(server: Server, holder: ReplyHolder) {
  const api = await signInToApi(server.url, WHO, demonstrationPassword(server))
  const [device, lane] = [randomUUID(), randomUUID()]
  const { epoch } = await api.post<{ epoch: string }>('/sync/devices', {
    protocol: PROTOCOL,
    device,
    lane,
    block: 0,
  })
  let n = 0
  const send = async (mutation: object): Promise<Reply | undefined> => {
    const body = {
      protocol: PROTOCOL,
      epoch,
      device,
      lane,
      sent_at: new Date().toISOString(),
      mutations: [mutation],
    }
    const headers = { 'content-type': 'application/json', authorization: api.token, connection: 'close' }
    const reply = await fetch(`${holder.url}/sync/push`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }).catch(() => undefined)
    return reply?.ok === true ? ((await reply.json()) as Reply) : undefined
  }
  return {
    send,
    drawOf(patient: string) {
      const sheet_data = { ...(draw()['sheet_data'] as object), patient_name: patient }
      const op = {
        op: 'create',
        collection: 'draws',
        _id: randomUUID(),
        content: draw({ sheet_data }),
      } as const
      return mutationOf(++n, randomUUID(), 'draw.create', [op])
    },
    async sendUntilTaken(mutation: object): Promise<Reply> {
      for (;;) {
        const reply = await send(mutation)
        if (reply) return reply
        await pause(50)
      }
    },
  }
}

describe.each(['API', 'POSTGRES'] as const)('the process killed in the middle of a push: %s', (which) => {
  let server: Server
  let holder: ReplyHolder
  beforeAll(async () => {
    server = await startServer()
    holder = await replyHolder(server.port)
    const owner = await ownerClient(server)
    await installKillPoints(owner)
    await owner.end()
  })
  afterAll(async () => {
    await holder.close()
    await server.stop()
  })

  /** Kills at the point and brings back what was killed. */
  async function killAt(point: KillPoint, sending: () => Promise<unknown>): Promise<void> {
    const keeper = await ownerClient(server)
    const watcher = await ownerClient(server)
    const replied = point === 'after COMMIT before the reply' ? holder.hold() : undefined
    await holdAt(point, keeper)
    const sent = sending()
    await (replied ?? whenStopped(point, watcher))
    await (which === 'API' ? server.kill() : killPostgres(server))
    holder.release()
    expect(await sent).toBeUndefined()
    await Promise.allSettled([keeper.end(), watcher.end()])
    if (which === 'API') await server.restart()
  }

  test(
    '[P1] [P5] [P9] what was acknowledged is there, nothing is there twice, and the ledger is whole',
    { timeout: HOURS },
    async () => {
      const kills = times(which, KILL_POINTS.length)
      const tablet = await sender(server, holder)
      const saved: string[] = []
      const at: Record<string, number> = {}
      const begun = Date.now()
      for (let kill = 0; kill < kills; kill++) {
        const point = KILL_POINTS[kill % KILL_POINTS.length] ?? 'before the lock'
        const mutation = tablet.drawOf(`Patient ${kill}`)
        await killAt(point, () => tablet.send(mutation))
        const { results } = await tablet.sendUntilTaken(mutation)
        expect(results[0]?.status).toBe('applied')
        // What was committed is known again, and what was not is taken now: the kill was where it was meant to be. A COMMIT
        // that the database has already been told of may happen without the process that told it.
        if (which === 'POSTGRES' || point !== 'before COMMIT')
          expect([point, results[0]?.replayed === true]).toEqual([
            point,
            point === 'after COMMIT before the reply',
          ])
        saved.push(`Patient ${kill}`)
        at[point] = (at[point] ?? 0) + 1
        // A database that ends by itself more than five times in a minute is given up: as an operator would, begin anew.
        if (which === 'POSTGRES' && kill % 4 === 3) {
          await server.stop()
          await server.restart()
        }
      }
      const held = await holdsExactly(server, demonstrationPassword(server), saved)
      report(which.toLowerCase(), {
        kills,
        ...at,
        ...held,
        seconds: Math.round((Date.now() - begun) / 1000),
      })
    },
  )
})

describe('Chromium killed right after it said "saved"', () => {
  let server: Server
  let tablet: Tablet
  picturesOfFailures(() => tablet)
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test(
    '[T1] [D2] [P1] everything that was said to be saved is there when it is opened again, and arrives once',
    { timeout: HOURS },
    async () => {
      const kills = times('CHROMIUM', 4)
      const begun = Date.now()
      const saved: string[] = []
      tablet = await openTablet()
      const { profile } = tablet
      await signIn(tablet.page, server.url, WHO, demonstrationPassword(server))
      await readyForOffline(tablet.page)
      for (let kill = 0; kill < kills; kill++) {
        const patient = `Patient ${kill}`
        // Every second time nothing reaches the server: it is on the tablet alone when it is killed.
        if (kill % 2 === 1) await tablet.context.setOffline(true)
        await tablet.page.goto(`${server.url}/single-draws/canine`)
        await saveDraw(tablet.page, { drug: 'Butorphanol', procedure: 'Castration', patient, volume: '0.5' })
        await tablet.kill()
        saved.push(patient)
        tablet = await openTablet({ profile })
        const { page } = tablet
        const said: string[] = []
        page.on('console', (message) => said.push(message.text()))
        page.on('pageerror', (error) => said.push(error.message))
        await page.goto(`${server.url}/single-draws/canine`)
        await page
          .getByText(patient, { exact: true })
          .first()
          .waitFor()
          .catch(async (error: unknown) => {
            console.error(patient, said.join('\n'), await evidenceOf(page, patient))
            throw error
          })
      }
      await serverIsBack(tablet.page)
      await syncSays(tablet.page, 'All sent', 70_000)
      const held = await holdsExactly(server, demonstrationPassword(server), saved)
      report('chromium', {
        kills,
        ...held,
        seconds: Math.round((Date.now() - begun) / 1000),
      })
    },
  )
})
