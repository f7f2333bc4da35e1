import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../database/testing/memory-storage.ts'
import { forgetAllTyped } from './forget-typed.ts'
import { forgetTyped, keepTyped, readTyped } from './typed-in-tab.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})

it('finds what one person typed into one form, and nothing for another', () => {
  keepTyped('ana', 'form', { dose: '30' })
  expect(readTyped('ana', 'form')).toEqual({ dose: '30' })
  expect([readTyped('ben', 'form'), readTyped('ana', 'other')]).toEqual([null, null])
  forgetTyped('ana', 'form')
  expect(readTyped('ana', 'form')).toBeNull()
})

it('forgets all of it at once, and nothing else', () => {
  keepTyped('ana', 'form', 1)
  keepTyped('ben', 'form', 2)
  sessionStorage.setItem('new-sheet/ana/draft', 'bella')
  forgetAllTyped()
  expect([readTyped('ana', 'form'), readTyped('ben', 'form')]).toEqual([null, null])
  expect(sessionStorage.getItem('new-sheet/ana/draft')).toBe('bella')
})

it('goes on where nothing can be kept or read', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  sessionStorage.setItem('typed/ana/form', '{')
  expect(readTyped('ana', 'form')).toBeNull()
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  keepTyped('ana', 'form', 1)
  expect(warned).toHaveBeenCalledTimes(2)
  warned.mockRestore()
})
