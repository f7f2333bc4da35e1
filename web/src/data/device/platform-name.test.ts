import { expect, test } from 'vitest'
import { platformName } from './platform-name.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.4 Safari/605.1.15`
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'

test.each([
  [MAC, 0, 'Safari on Mac'],
  [MAC, 5, 'Safari on iPad'],
  [
    `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${WEBKIT} Version/12.1 Mobile/15E148 Safari/604.1`,
    5,
    'Safari on iPad',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${WEBKIT} CriOS/126.0 Mobile/15E148 Safari/604.1`,
    5,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X210) ${CHROME} Safari/537.36`, 10, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537.36`,
    10,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/126.0.0.0`, 0, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 0, 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 10, 'Chrome on ChromeOS'],
  ['something new', 0, 'Browser'],
])('%s with %d fingers is called %s', (agent, touchPoints, name) => {
  expect(platformName(agent, touchPoints)).toBe(name)
})
