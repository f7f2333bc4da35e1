import { expect, it } from 'vitest'
import { allTimeZones, findTimeZones } from './time-zones.ts'

it('finds a time zone by any of its words', () => {
  const zones = ['America/New_York', 'America/Chicago', 'Europe/Berlin']
  expect(findTimeZones(zones, 'new york')).toEqual(['America/New_York'])
  expect(findTimeZones(zones, 'AMERICA')).toHaveLength(2)
  expect(findTimeZones(zones, '')).toHaveLength(3)
})

it("offers the browser's own zone even where its list leaves it out", () => {
  expect(allTimeZones('Etc/Unlisted')[0]).toBe('Etc/Unlisted')
  expect(allTimeZones('America/Chicago').filter((zone) => zone === 'America/Chicago')).toHaveLength(1)
})
