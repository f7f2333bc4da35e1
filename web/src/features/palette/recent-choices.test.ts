import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { forgetChosen, noteChoice, recentChoices } from './recent-choices.ts'

let storage: Storage
beforeEach(() => {
  storage = new MemoryStorage()
  forgetChosen()
})

it('keeps what a person chose over a reload, the last first and each once', () => {
  for (const key of ['screen//day', 'sheets/a', 'screen//day']) noteChoice(storage, 'ada', key)
  expect(recentChoices(storage, 'ada')).toEqual(['screen//day', 'sheets/a'])
  forgetChosen()
  expect(recentChoices(storage, 'ada')).toEqual(['screen//day', 'sheets/a'])
  expect(recentChoices(storage, 'ben')).toEqual([])
})

it('keeps twenty, and each under the id of its person', () => {
  for (let nth = 0; nth < 25; nth++) noteChoice(storage, 'ada', `sheets/${nth}`)
  expect(recentChoices(storage, 'ada')).toHaveLength(20)
  expect(recentChoices(storage, 'ada')[0]).toBe('sheets/24')
  expect([storage.length, storage.key(0)]).toEqual([1, 'palette/ada/recent'])
})

it('stores no button: its words may say a name', () => {
  noteChoice(storage, 'ada', 'here/Continue the sheet for Bella')
  noteChoice(storage, 'ada', 'sheets/a')
  expect(recentChoices(storage, 'ada')).toHaveLength(2)
  forgetChosen()
  expect(recentChoices(storage, 'ada')).toEqual(['sheets/a'])
})

it('takes what it cannot read for nothing, and goes on where nothing can be stored', () => {
  storage.setItem('palette/ada/recent', '{"no":"list"}')
  expect(recentChoices(storage, 'ada')).toEqual([])
  storage.setItem('palette/ada/recent', 'no json')
  expect(recentChoices(storage, 'ada')).toEqual([])
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  noteChoice(storage, 'ada', 'sheets/a')
  expect(recentChoices(storage, 'ada')).toEqual(['sheets/a'])
})
