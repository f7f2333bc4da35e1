import { beforeAll, expect, it, vi } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { rankOfAct, soughtIn } from '../features/palette/ranking.ts'
import { palettePlaces } from './palette-places.ts'

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})

const user = (...org_perms: number[]) => ({ _id: 'u', org_perms }) as Profile
const ofGroup = (perms: readonly number[], group: string, here = '') =>
  palettePlaces(user(...perms), here).filter((entry) => entry.group === group)
/** The name, the address and the state to which each leads. */
const gone = (perms: readonly number[], group: string) => {
  const went: [string, string, unknown][] = []
  for (const { name, choose } of ofGroup(perms, group))
    choose({ go: (path, state) => went.push([name, path, state]), openSheet: () => undefined })
  return went
}

it('names each screen of both species by its own name', () => {
  const screens = gone([1], 'screens').map(([name, path]) => [name, path])
  expect(screens[0]).toEqual(['Home', '/'])
  expect(screens).toContainEqual(['Canine Drugs', '/drugs/canine'])
  expect(screens).toContainEqual(['Feline Drugs', '/drugs/feline'])
  expect(screens).toContainEqual(['Saved Feline Sheets', '/patients/feline'])
  expect(screens).toContainEqual(['Help', '/help'])
  const names = screens.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(screens.every(([, path]) => !path?.includes(':'))).toBe(true)
})

it('offers nobody a screen that they may not open, and no screen of guests', () => {
  const of = (...perms: number[]) => gone(perms, 'screens').map(([, path]) => path)
  expect(of(0)).toEqual([
    '/organization',
    '/clinic-settings',
    '/account',
    '/device',
    '/devices',
    '/action-log',
    '/ledger',
    '/help/guide',
    '/help',
  ])
  expect(of(1)).not.toContain('/ledger')
  expect(of(1, 2)).toContain('/ledger')
  expect(of(0, 1, 2, 3)).not.toContain('/login')
})

it('leads to what is begun on a screen, and asks that screen for it', () => {
  const acts = gone([0, 1, 2, 3], 'actions')
  expect(acts[0]).toEqual(['New Anesthesia Sheet', '/new-sheet', undefined])
  expect(acts).toContainEqual(['New Sheet for a Dog', '/new-sheet', { species: 0 }])
  expect(acts).toContainEqual(['New Sheet for a Cat', '/new-sheet', { species: 1 }])
  expect(acts).toContainEqual(['EMERGENCY', '/emergency-now', undefined])
  expect(acts).toContainEqual(['New Balance Sheet', '/controlled-substances/new', undefined])
  expect(acts).toContainEqual(['Weigh patients', '/day', { act: 'weigh' }])
  expect(acts).toContainEqual(['New Feline Drug', '/drugs/feline', { add: true, collection: 'drugs' }])
  expect(acts).toContainEqual([
    'New Canine Anesthesia Protocol',
    '/anesthesia/canine',
    { add: true, collection: 'anesthesia_protocols' },
  ])
  expect(acts).toContainEqual(['EXPORT ALL DATA', '/organization', { act: 'export all data' }])
  const keys = palettePlaces(user(0, 1, 2, 3), '').map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

it('offers nobody what they may not do', () => {
  expect(gone([0], 'actions').map(([name]) => name)).toEqual(['Add a user', 'EXPORT ALL DATA'])
  const named = gone([1], 'actions').map(([name]) => name)
  expect(named).toContain('Paste patients')
  expect(named).not.toContain('Add a user')
})

it('does not lead to the screen that is shown; what can be done on it stands under it', () => {
  const onDrugs = palettePlaces(user(1), '/drugs/canine')
  expect(onDrugs.map(({ name }) => name)).not.toContain('Canine Drugs')
  expect(ofGroup([1], 'here', '/drugs/canine').map(({ name }) => name)).toEqual([
    'New Canine Drug',
    'New Canine Fluid',
  ])
  // Its screen says that it can be done: none is shown here.
  expect(palettePlaces(user(1), '/day').map(({ name }) => name)).not.toContain('Weigh patients')
  const onSheet = palettePlaces(user(1), '/new-sheet').map(({ name }) => name)
  expect(onSheet).not.toContain('New Anesthesia Sheet')
  expect(onSheet).not.toContain('New Sheet for a Dog')
})

it('shows the key that does the same', () => {
  const keyed = palettePlaces(user(1), '').flatMap(({ name, keys }) =>
    keys === undefined ? [] : [[name, keys]],
  )
  expect(keyed).toEqual([
    ['New Anesthesia Sheet', 'N'],
    ['Home', 'H'],
    ['Day List', 'D'],
    ['Controlled Substances', 'C'],
    ['List of keys', '?'],
  ])
})

it('names who else uses this tablet', () => {
  const people = [{ user_id: 'a', org_id: 'o', org_name: 'Org', name: 'Ada Lee', email: 'ada@demo.test' }]
  const names = palettePlaces(user(1), '', people).map(({ name }) => name)
  expect(names).toContain('Switch to Ada Lee')
  expect(names).toContain('Switch user')
})

it.each([
  ['import', 'Import drugs (CSV)'],
  ['csv', 'Canine Drugs'],
  ['export all data', 'EXPORT ALL DATA'],
  ['zip', 'EXPORT ALL DATA'],
  ['paste', 'Paste patients'],
  ['weigh', 'Weigh patients'],
  ['labels', 'Print labels'],
  ['print', 'Saved Canine Sheets'],
  ['export', 'Action Log'],
  ['blank', 'Controlled Substances'],
  ['dog', 'New Canine Drug'],
  ['new sheet', 'New Sheet for a Cat'],
  ['new canine an', 'New Sheet for a Dog'],
  ['nas', 'New Anesthesia Sheet'],
  ['nfd', 'New Feline Drug'],
  ['nbs', 'New Balance Sheet'],
  ['cpr', 'EMERGENCY'],
  ['sync status', 'What the sync status at the top means'],
])('%s finds where that is done: %s', (typed, screen) => {
  const found = palettePlaces(user(0, 1, 2, 3), '').filter(
    ({ name, also = '' }) => rankOfAct(soughtIn(typed), name, () => also) !== undefined,
  )
  expect(found.map(({ name }) => name)).toContain(screen)
})
