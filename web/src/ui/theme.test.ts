import { expect, it } from 'vitest'
import html from '../../index.html?raw'
import css from './tokens.css?raw'
import { PAGE_COLOURS } from './theme.ts'

it('colours the system’s bars as the page, in the light and in the dark, before and after the app has begun', () => {
  const { light, dark } = PAGE_COLOURS
  expect(css).toContain(`--page: light-dark(${light}, ${dark});`)
  for (const [scheme, colour] of Object.entries(PAGE_COLOURS))
    expect(html).toContain(
      `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: ${scheme})" />`,
    )
})
