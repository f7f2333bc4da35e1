import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { overlay } from './overlay.tsx'

const Panel = ({ words }: { words: string }) => <p>{words}</p>

test('an overlay that was fetched ahead is there with the first rendering', async () => {
  const Fetched = overlay(async () => Panel)
  await Fetched.fetchAhead()
  expect(renderToStaticMarkup(<Fetched words="here" />)).toBe('<p>here</p>')
})

test('one that was not comes later, and nothing stands in its place', () => {
  const Unfetched = overlay(async () => Panel)
  expect(renderToStaticMarkup(<Unfetched words="here" />)).toBe('')
})

test('its code is fetched once', async () => {
  let fetched = 0
  const Once = overlay(async () => {
    fetched += 1
    return Panel
  })
  await Once.fetchAhead()
  await Once.fetchAhead()
  expect(fetched).toBe(1)
})
