import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncSays } from '../e2e/steps.ts'
import { settled, type Theme } from './camera.ts'
import { go, type Here } from './scene.ts'
import { filledSheet } from './scenes/new-sheet.ts'
import { smallPng } from './small-png.ts'
import { openStage, type Set, type Stage } from './stage.ts'
import { useTabletFonts } from './tablet-fonts.ts'

const root = resolve(import.meta.dirname, '../..')
const manifests = 'web/public/screenshots'
const WIDE = { width: 1180, height: 820 }
const NARROW = { width: 390, height: 844 }
/** Bytes: who downloads the source downloads these, in every version. */
const MOST = 100_000

let stage: Stage
let wide: Here
let narrow: Here

beforeAll(async () => {
  useTabletFonts()
  stage = await openStage()
  wide = hereOf(await stage.of('realistic'))
  narrow = hereOf(await stage.tablet('lee@elmstreet.example', 2))
})
afterAll(() => stage.close())

const hereOf = (set: Set): Here => ({ ...set, data: 'realistic', url: stage.server.url, stage })

async function take(here: Here, size: typeof WIDE, file: string, theme: Theme = 'light'): Promise<number> {
  await here.page.setViewportSize(size)
  await here.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await syncSays(here.page, 'All sent')
  await settled(here.page)
  mkdirSync(dirname(resolve(root, file)), { recursive: true })
  const picture = smallPng(await here.page.screenshot())
  writeFileSync(resolve(root, file), picture)
  return picture.length
}

test('a sheet with its volumes', async () => {
  await filledSheet(wide)
  expect(await take(wide, WIDE, `${manifests}/wide-1.png`)).toBeLessThan(MOST)
  expect(await take(wide, WIDE, '.docs/new-sheet-dark.png', 'dark')).toBeLessThan(MOST)
})

test('controlled substances', async () => {
  await go(wide, '/controlled-substances')
  await wide.page.locator('.card').first().waitFor()
  expect(await take(wide, WIDE, `${manifests}/wide-2.png`)).toBeLessThan(MOST)
})

test('a phone', async () => {
  await narrow.page.setViewportSize(NARROW)
  await go(narrow, '/')
  expect(await take(narrow, NARROW, `${manifests}/narrow-2.png`)).toBeLessThan(MOST)
  await filledSheet(narrow)
  await narrow.page
    .locator('.volumes')
    .first()
    .evaluate((volumes) => volumes.scrollIntoView())
  await narrow.page.evaluate(() => scrollBy(0, -80))
  expect(await take(narrow, NARROW, `${manifests}/narrow-1.png`)).toBeLessThan(MOST)
})
