import { expect, test } from 'vitest'
import { refusalOf, type Cluster } from './distribute.ts'
import { distributeText as text } from './distribute-text.ts'
import { ON_EACH_NODE, ON_ONE_NODE } from './distribution.ts'
import { TABLES } from './tables.ts'

test('each table is split by the organization, or it is said where it stands', () => {
  const split = Object.entries(TABLES).flatMap(([name, columns]) => ('org_id' in columns ? [name] : []))
  for (const name of Object.keys(TABLES))
    expect([name, [split, ON_EACH_NODE, ON_ONE_NODE].filter((names) => names.includes(name)).length]).toEqual(
      [
        name,
        // The directory names organizations, and is asked before anybody knows of which.
        name === 'sign_in_directory' ? 2 : 1,
      ],
    )
})

const whole: Cluster = { version: '13.2-1', coordinator: true, nodes: 1, takers: 1 }

test.each<[string, Cluster | undefined, string | undefined]>([
  ['no extension', undefined, text.noExtension],
  ['an old one', { ...whole, version: '12.1-1' }, text.tooOld('12.1-1', 13)],
  ['a newer one', { ...whole, version: '14.0-1' }, undefined],
  ['a worker', { ...whole, coordinator: false, nodes: 3, takers: 2 }, text.notCoordinator],
  ['no node at all', { ...whole, coordinator: false, nodes: 0, takers: 0 }, text.noNode],
  ['a coordinator alone that takes no data', { ...whole, takers: 0 }, text.noNode],
  ['one node', whole, undefined],
  ['a coordinator with workers', { ...whole, nodes: 3, takers: 2 }, undefined],
])('a database can be distributed, or it is said why not: %s', (_, cluster, refusal) => {
  expect(refusalOf(cluster)).toBe(refusal)
})
