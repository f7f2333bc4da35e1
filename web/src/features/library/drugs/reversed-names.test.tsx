import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { ketamine } from 'sync-protocol/testing/examples'
import { cardFacts } from '../../../data/lists/card-facts.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { drugKind } from './drug-kind.tsx'

it('[Q-16] a drug’s card names what it reverses for the species of the screen', () => {
  const row = (name: string, species: number): JsonObject => ({
    name,
    species,
    rule: 'mg_per_kg',
    value: 1,
    route: 'IM',
  })
  const words = (reverses: JsonObject[], species: 0 | 1) => {
    const content = ketamine({ ...(reverses.length > 0 && { reverses }) })
    const entry = { name: 'A', species: [0, 1], section_key: 5, card: cardFacts('drugs', content) }
    return renderToStaticMarkup(drugKind.lines(entry as unknown as ListEntry, species)).replaceAll(
      /<[^>]*>/g,
      ' ',
    )
  }
  const some = [row('Xylazine', 0), row('Romifidine', 1), row('Medetomidine', 0)]
  expect(words(some, 0)).toContain('Reverses Xylazine, Medetomidine')
  expect(words(some, 1)).toContain('Reverses Romifidine')
  expect(words([], 0)).not.toContain('Reverses')
  expect(words([row('Xylazine', 0)], 1)).not.toContain('Reverses')
})
