import { expect, it } from 'vitest'
import { installWay, type InstallFacts } from './install-way.ts'

const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const IPAD_CHROME =
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0.0.0 Mobile/15E148 Safari/604.1'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'
const SAMSUNG =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36'
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 14; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'

const way = (agent: string, more: Partial<InstallFacts> = {}) =>
  installWay({ agent, touchPoints: 0, standalone: false, canAsk: false, ...more })

it('knows an iPad, which calls itself a Mac, by its fingers', () => {
  expect(way(IPAD, { touchPoints: 5 })).toBe('share-ipad')
  expect(way(IPAD)).toBe('dock-mac')
  expect(way(IPAD_CHROME, { touchPoints: 5 })).toBe('share-ipad')
  expect(way(IPHONE, { touchPoints: 5 })).toBe('share-iphone')
})

it('names the menu of each browser', () => {
  expect([ANDROID, SAMSUNG, FIREFOX_ANDROID, WINDOWS, FIREFOX].map((agent) => way(agent))).toEqual([
    'menu-android',
    'menu-samsung',
    'menu-firefox-android',
    'address-bar',
    'none',
  ])
})

it('asks where the browser handed over its question, and asks nobody who has it already', () => {
  expect(way(ANDROID, { canAsk: true })).toBe('ask')
  expect(way(ANDROID, { canAsk: true, standalone: true })).toBe('done')
  expect(way(IPAD, { touchPoints: 5, standalone: true })).toBe('done')
})
