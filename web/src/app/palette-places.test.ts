import { expect, it } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { rankOf, soughtIn } from '../features/palette/ranking.ts'
import { palettePlaces } from './palette-places.ts'

const user = (...org_perms: number[]) => ({ _id: 'u', org_perms }) as Profile
const gone = (perms: readonly number[], group: string) => {
  const went: [string, string][] = []
  for (const { group: of, name, choose } of palettePlaces(user(...perms)))
    if (of === group) choose({ go: (path) => went.push([name, path]), openSheet: () => undefined })
  return went
}

it('names each screen of both species by its own name', () => {
  const screens = gone([1], 'screens')
  expect(screens).toContainEqual(['New Anesthesia Sheet', '/new-sheet'])
  expect(screens).toContainEqual(['Canine Drugs', '/drugs/canine'])
  expect(screens).toContainEqual(['Feline Drugs', '/drugs/feline'])
  expect(screens).toContainEqual(['Saved Feline Sheets', '/patients/feline'])
  expect(screens).toContainEqual(['Help', '/help'])
  const names = screens.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(screens.every(([, path]) => !path.includes(':'))).toBe(true)
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

it.each([
  ['import', 'Canine Drugs'],
  ['csv', 'Feline Drugs'],
  ['export all data', 'Organization Management'],
  ['paste', 'Day List'],
  ['weigh', 'Day List'],
  ['labels', 'Day List'],
  ['print', 'Saved Canine Sheets'],
  ['export', 'Action Log'],
  ['blank', 'Controlled Substances'],
])('%s finds where that is done: %s', (typed, screen) => {
  const found = palettePlaces(user(0, 1, 2, 3)).filter(
    ({ name, also = '' }) => rankOf(soughtIn(typed), name, () => also) !== undefined,
  )
  expect(found.map(({ name }) => name)).toContain(screen)
})
