// Draws the icons of the installed app into web/public with Chromium. Needed only when their drawings below change:
//   node web/.scripts/draw-icons.mjs
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const target = fileURLToPath(new URL('../public/', import.meta.url))
const GREEN = '#0a6259'

/** Each drawing stands in a square of 512. */
const drop = `
  <path stroke-width="30" d="M256 84c58 71 106 130 106 196a106 106 0 0 1-212 0c0-66 48-125 106-196Z"/>
  <path stroke-width="24" d="M222 232h44M222 278h68M222 324h44"/>`
/** A sheet of paper with its corner turned down, and the plus of a new one. */
const newSheet = `
  <path stroke-width="26" d="M292 396H166a28 28 0 0 1-28-28V132a28 28 0 0 1 28-28h124l72 72v70"/>
  <path stroke-width="26" d="M286 106v74h74M194 232h86M194 292h56"/>
  <path stroke-width="32" d="M346 304v104M294 356h104"/>`
/** A pair of scales, as balance sheets are kept. */
const scales = `
  <path stroke-width="26" d="M256 104v296M180 402h152M132 160c48 0 84-8 124-26 40 18 76 26 124 26"/>
  <path stroke-width="26" d="M152 164 100 288h104L152 164ZM360 164l-52 124h104L360 164Z"/>
  <path stroke-width="26" d="M100 290a52 44 0 0 0 104 0M308 290a52 44 0 0 0 104 0"/>`

const drawn = (glyph, { ground = '', ink = '#fff', scale = 1 }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ground}
  <g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round"
    transform="translate(256 256) scale(${scale}) translate(-256 -256)">${glyph}</g></svg>`
const rounded = `<rect width="512" height="512" rx="116" fill="${GREEN}"/>`
/** To the edges: the system cuts its own shape out of it, and leaves the inner four fifths whole. */
const whole = `<rect width="512" height="512" fill="${GREEN}"/>`

const pictures = [
  ['icon-192', 192, drawn(drop, { ground: rounded })],
  ['icon-512', 512, drawn(drop, { ground: rounded })],
  ['icon-maskable-512', 512, drawn(drop, { ground: whole, scale: 0.8 })],
  ['icon-monochrome-512', 512, drawn(drop, { scale: 1.1 })],
  ['apple-touch-icon', 180, drawn(drop, { ground: whole, scale: 0.92 })],
  ['shortcut-new-sheet-192', 192, drawn(newSheet, { ground: rounded, scale: 0.9 })],
  ['shortcut-new-sheet-maskable-192', 192, drawn(newSheet, { ground: whole, scale: 0.72 })],
  ['shortcut-balance-192', 192, drawn(scales, { ground: rounded, scale: 0.9 })],
  ['shortcut-balance-maskable-192', 192, drawn(scales, { ground: whole, scale: 0.72 })],
]

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ deviceScaleFactor: 1 })
await writeFile(`${target}icon.svg`, `${drawn(drop, { ground: rounded })}\n`)
for (const [name, size, svg] of pictures) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  await page.screenshot({ path: `${target}${name}.png`, omitBackground: true })
}
await browser.close()
