import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import type { LedgerReply } from 'sync-protocol/wire/ledger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi, type ApiRecord } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

let server: Server
let tablet: Tablet
let password: string

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  password = demonstrationPassword(server)
  tablet = await openTablet()
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

test('[L6] [P1] a data folder that was put back from a copy: the server hears of it from a tablet that only looks, and has all again', async () => {
  const { page } = tablet
  const patientOf = ({ content }: ApiRecord) =>
    ((content ?? {})['sheet_data'] as { patient_name: string }).patient_name
  const drawn = async () => {
    const draws = await (await signInToApi(server.url, 'lead@demo.test', password)).records('draws')
    return draws.map(patientOf).sort()
  }
  const saveFor = async (patient: string) => {
    await saveDraw(page, { drug: 'Butorphanol', procedure: 'Castration', patient, volume: '0.2' })
    await exitDraw(page)
    await syncSays(page, 'All sent')
  }
  await signIn(page, server.url, 'technician@demo.test', password)
  await readyForOffline(page)
  await page.goto(`${server.url}/single-draws/canine`)
  await saveFor('In the copy')
  await server.stop()
  const copy = `${server.dataFolder}-copy`
  execFileSync('cp', ['-a', server.dataFolder, copy])
  await server.restart()
  await serverIsBack(page)
  await syncSays(page, 'All sent')
  await saveFor('Since the copy')
  expect(await drawn()).toEqual(['In the copy', 'Since the copy'])

  await server.stop()
  rmSync(server.dataFolder, { recursive: true })
  execFileSync('mv', [copy, server.dataFolder])
  await server.restart()
  expect(await drawn()).toEqual(['In the copy'])
  await serverIsBack(page)
  await expect.poll(drawn, { timeout: 60_000 }).toEqual(['In the copy', 'Since the copy'])
  await syncSays(page, 'All sent', 60_000)
  for (const patient of ['In the copy', 'Since the copy'])
    await page.locator('.card', { hasText: patient }).waitFor()

  expect(server.output()).toContain('A new history begins')
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  const { entries, head } = await lead.get<LedgerReply>('/ledger')
  expect(verifyLedger(entries)).toMatchObject({ ok: true, head, epochs: [{}, { restore: {} }] })
  const { entries: log } = await lead.get<{ entries: { message: string }[] }>('/organization/action-log')
  expect(log.filter(({ message }) => message.includes('was rolled back'))).toHaveLength(1)
})
