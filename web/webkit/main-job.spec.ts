import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from '../e2e/api-client.ts'
import { pdfText } from '../e2e/read-paper.ts'
import { demonstrationPassword, freePort, startServer, type Server } from '../e2e/server.ts'
import { openWebKit, type WebKit } from './driver.ts'

const pictures = resolve(import.meta.dirname, '../../test-results')
const PATIENT = 'Zoë O’Malley'
const button = (words: string, inside = '') => `${inside}//button[normalize-space(.)='${words}']`
const DIALOG = "//*[@role='dialog']"
const QUESTION = "//*[@role='alertdialog']"
const said = (words: string) => `document.body.innerText.includes(${JSON.stringify(words)})`
const marked = (words: string) =>
  `document.querySelector('button[aria-label^="Sync"]')?.getAttribute('aria-label')?.includes('${words}') === true`
const faults = `window.faults ?? []`
const listen = `(() => {
  window.faults = []
  addEventListener('error', ({ message }) => window.faults.push(message))
  addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)))
  return true
})()`

describe('in WebKit, the engine of every browser on an iPad, a sheet is built, exported and saved without a network', () => {
  let server: Server
  let api: ApiClient
  let webkit: WebKit
  let home: string

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    home = mkdtempSync(join(tmpdir(), 'webkit-'))
    webkit = await openWebKit(await freePort(), home)
    await webkit.go(`${server.url}/login`)
    await webkit.type("//input[@type='email']", 'technician@demo.test')
    await webkit.type("//input[@type='password']", password)
    await webkit.press(button('LOG IN'))
    await webkit.until(marked('All sent'), 60_000)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await webkit.picture(join(pictures, 'webkit.png'))
  })
  afterAll(async () => {
    await webkit.close()
    await server.stop()
  })

  test('the app opens while the server is dead', async () => {
    await webkit.go(`${server.url}/`)
    await webkit.until('navigator.serviceWorker.controller !== null')
    await server.kill()
    await webkit.go(`${server.url}/new-sheet`)
    await webkit.until(said('New Anesthesia Sheet'))
    await webkit.until(marked('Offline'), 60_000)
    expect(await webkit.see<boolean>(listen)).toBe(true)
  })

  test('a dog of 22 lb at 0.5 mg/kg and 10 mg/ml gets 0.5 ml on screen and in the PDF', async () => {
    await webkit.press("//button[contains(., 'Species')]")
    await pick('Procedure', 'Castration')
    await pick('Anesthesia Protocol', 'Half a milligram')
    await webkit.press(button('ADD', DIALOG))
    await webkit.type("//input[@name='patient-name']", PATIENT)
    await webkit.type("//input[@name='patient-weight']", '22')
    await chooseUnit('lb')
    await webkit.until(said('22 lb · 9.98 kg'))
    await webkit.until(`/Methadone, 0\\.5 ml/.test(document.body.innerHTML)`)
    // What is typed stands after a reload too.
    await webkit.reload()
    await webkit.until(`document.querySelector('[name=patient-name]')?.value === ${JSON.stringify(PATIENT)}`)
    await webkit.see<boolean>(listen)
    await webkit.press(button('EXPORT'))
    await webkit.press(button('NO', QUESTION))
    await webkit.press(button('GENERATE', DIALOG))
    const file = await vi.waitUntil(() => readdirSync(home).find((name) => name.endsWith('.pdf')), 60_000)
    await vi.waitFor(() => {
      expect(pdfText(join(home, file))).toMatch(
        /Methadone[\s\S]{0,120}0\.5 mg\/kg\s+10 mg\/ml\s+0\.5\s+ml\s+IM/,
      )
    }, 30_000)
    expect(pdfText(join(home, file))).toContain(PATIENT)
    expect(await webkit.see<string[]>(faults)).toEqual([])
  })

  test('[T1] [P1] YES saves it; it arrives exactly once when the server is back', async () => {
    await webkit.press(`${DIALOG}//button[@aria-label='Close']`)
    await webkit.press(button('YES', QUESTION))
    await webkit.until(said('Saved'))
    await webkit.go(`${server.url}/patients/canine`)
    await webkit.until(`${said(PATIENT)} && ${said('Not sent yet')}`)
    // The page before was kept, with what ran in it: it begins anew.
    await webkit.back()
    await webkit.until(`performance.getEntriesByType('navigation')[0].type === 'reload'`)
    await webkit.until(said('New Anesthesia Sheet'))
    await webkit.until(marked('to send'))
    await server.restart()
    await webkit.until(marked('All sent'), 120_000)
    const sheets = await api.records('sheets')
    const draws = await api.records('draws')
    expect(sheets.map(({ content }) => [content?.['name'], content?.['weight']])).toEqual([[PATIENT, 22]])
    expect(
      draws.map(({ content }) => [content?.['drug_name'], content?.['drug_volume'], content?.['sheet_id']]),
    ).toEqual([['Methadone', 0.5, sheets[0]?._id]])
  })

  async function pick(picker: string, record: string): Promise<void> {
    const named = `[starts-with(@aria-label, '${picker}') or starts-with(normalize-space(.), '${picker}')]`
    await webkit.press(`//button${named}`)
    await webkit.type(`${DIALOG}//input[@type='search']`, record)
    await webkit.press(
      `${DIALOG}//*[contains(@class, 'picker-row')][.//text()[normalize-space(.) = '${record}']]`,
    )
  }

  async function chooseUnit(unit: 'kg' | 'lb'): Promise<void> {
    const both = "//fieldset[legend[contains(., 'Weight Units')]]"
    await webkit.press(`${both}//button[starts-with(normalize-space(.), '${unit}')]`)
    await webkit.until(
      `document.querySelector('.unit-button[aria-pressed=true]')?.textContent.startsWith('${unit}') === true`,
    )
  }
})
