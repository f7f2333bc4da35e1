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

test('a whole screen has something in its place until it is there', async () => {
  const Screen = overlay(async () => Panel, <p>Opening</p>)
  expect(renderToStaticMarkup(<Screen words="here" />)).toContain('<p>Opening</p>')
  await Screen.fetchAhead()
  expect(renderToStaticMarkup(<Screen words="here" />)).toBe('<p>here</p>')
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
