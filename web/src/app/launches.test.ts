import { expect, it } from 'vitest'
import { heardLaunches, type Launch, type Loaded } from './launches.ts'

const AT = 'https://clinic.test'

function launched(loaded: Loaded, ...targets: (string | null)[]): string[] {
  const opened: string[] = []
  let tell: (launch: Launch) => void = () => undefined
  heardLaunches({ setConsumer: (consumer) => (tell = consumer) }, loaded, (path) => opened.push(path))
  for (const targetURL of targets) tell({ targetURL })
  return opened
}

it('opens the screen of a shortcut in the window that is open, and nothing for the icon alone', () => {
  const loaded = { url: `${AT}/`, reload: false }
  expect(
    launched(loaded, `${AT}/`, `${AT}/new-sheet`, `${AT}/`, `${AT}/controlled-substances`, null),
  ).toEqual(['/new-sheet', '/controlled-substances'])
})

it('does not open once more what the page was loaded with, be it that it was loaded again elsewhere', () => {
  expect(launched({ url: `${AT}/new-sheet`, reload: false }, `${AT}/new-sheet`)).toEqual([])
  expect(
    launched({ url: `${AT}/patients/canine`, reload: true }, `${AT}/new-sheet`, `${AT}/new-sheet`),
  ).toEqual(['/new-sheet'])
})

it('opens the first launch that comes to a page which another way had loaded', () => {
  expect(launched({ url: `${AT}/`, reload: false }, `${AT}/new-sheet`)).toEqual(['/new-sheet'])
})

it('opens nothing of another place', () => {
  expect(launched({ url: `${AT}/`, reload: false }, `${AT}/`, 'https://elsewhere.test/new-sheet')).toEqual([])
})
