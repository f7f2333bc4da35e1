import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerEntry } from 'sync-protocol/records/ledger-entry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  saveNextPatient,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const SHEETS = 8
const KILLS = 5

describe('the server is killed again and again while two tablets save', () => {
  let server: Server
  let tablets: Tablet[] = []
  let password: string
  const saved: string[] = []

  picturesOfFailures(() => tablets[0] as Tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    tablets = [await openTablet(), await openTablet({ width: 820, height: 1180 })]
    for (const [index, { page }] of tablets.entries()) {
      const email = ['technician@demo.test', 'veterinarian@demo.test'][index] ?? ''
      await signIn(page, server.url, email, password)
      await readyForOffline(page)
    }
  })
  afterAll(async () => {
    for (const tablet of tablets) await tablet.close()
    await server.stop()
  })

  async function saveSheets({ page }: Tablet, who: string): Promise<void> {
    await page.goto(`${server.url}/new-sheet`)
    const patient = {
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    } as const
    await buildSheet(page, { ...patient, name: `${who} 0` })
    await openExport(page)
    await closeAndSave(page, 'YES')
    saved.push(`${who} 0`)
    for (let index = 1; index < SHEETS; index++) {
      await saveNextPatient(page, `${who} ${index}`, 'Castration')
      saved.push(`${who} ${index}`)
    }
  }

  async function killAgainAndAgain(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(randomInt(200, 1500))
      await server.kill()
      await server.restart()
      for (const { page } of tablets) await serverIsBack(page)
    }
  }

  test('[P1] [P5] [D2] each sheet that was said to be saved arrives once with its draw, and the ledger is whole', async () => {
    await Promise.all([
      ...tablets.map((tablet, index) => saveSheets(tablet, ['Ana', 'Ben'][index] ?? '')),
      killAgainAndAgain(),
    ])
    for (const { page } of tablets) {
      await serverIsBack(page)
      await syncSays(page, 'All sent', 70_000)
    }
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    const sheets = await api.records('sheets')
    const draws = await api.records('draws')
    expect(sheets.map(({ content }) => String(content?.['name'])).sort()).toEqual(saved.toSorted())
    expect(draws.map(({ content }) => String(content?.['sheet_id'])).sort()).toEqual(
      sheets.map(({ _id }) => _id).sort(),
    )
    const { entries } = await api.get<{ entries: LedgerEntry[] }>('/ledger?after=0')
    expect(entries).toHaveLength(draws.length)
    expect(verifyLedger(entries)).toMatchObject({ ok: true })
    expect((await api.records('attention')).concat(await api.records('conflicts'))).toEqual([])
  })
})
