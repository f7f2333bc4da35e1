import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GuardLines, type GuardLine } from './guard-lines.tsx'

const RED: GuardLine = { level: 'red', words: '3.2 times the highest, 0.5 mg/kg.' }
const AMBER: GuardLine = { level: 'amber', words: 'More than 20 ml: more than one syringe.' }
const QUIET: GuardLine = { level: 'quiet', words: 'No limits recorded.' }

const shown = (...findings: GuardLine[]) => renderToStaticMarkup(<GuardLines findings={findings} />)
const lines = (markup: string) => markup.match(/<li.*?<\/li>/g) ?? []
const read = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')

test('each level has a mark of its own and a word that is read out, so that colour is never alone', () => {
  const [red = '', amber = '', quiet = ''] = lines(shown(RED, AMBER, QUIET))
  expect(read(red)).toBe('Warning: 3.2 times the highest, 0.5 mg/kg.')
  expect(read(amber)).toBe('Check: More than 20 ml: more than one syringe.')
  const [one, other] = [red, amber].map((line) => line.match(/<svg.*<\/svg>/)?.[0])
  expect(one).toContain('aria-hidden="true"')
  expect(other).toContain('aria-hidden="true"')
  expect(one).not.toBe(other)
  expect(read(quiet)).toBe('No limits recorded.')
  expect(quiet).not.toContain('<svg')
})

test('the same words are said once', () => {
  expect(lines(shown(QUIET, QUIET))).toHaveLength(1)
})

test('nothing stands there while there is nothing to say', () => {
  expect(shown()).toBe('')
})

test('a number stays with its unit, and with no sentence after it', () => {
  const kept = shown({ level: 'amber', words: 'Last weighed 4.1 kg on 11/26. This is 2.2 times that.' })
  expect([...kept.matchAll(/guard-number">(.*?)</g)].map(([, text]) => text)).toEqual(['4.1 kg', '2.2 times'])
})
