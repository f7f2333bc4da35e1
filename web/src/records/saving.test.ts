import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToasts, useToasts } from '../ui/toast-queue.ts'
import { formText } from './form-text.ts'
import { saveAndGoOn } from './saving.ts'

const fault = new Error('This screen is broken.')
const breaks = () => {
  throw fault
}
const said = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  dismissToasts()
  vi.restoreAllMocks()
})

test('what fails after it is stored is told as that, never as not saved, and what else follows is done', async () => {
  const done: string[] = []
  const steps = [() => done.push('told'), breaks, () => done.push('closed')]
  const saving = {
    store: () => Promise.resolve(7),
    afterwards: (n: number) => [...steps, () => done.push(`${n}`)],
  }
  expect(await saveAndGoOn(saving)).toBe(false)
  expect(done).toEqual(['told', 'closed', '7'])
  expect(said()).toEqual([formText.savedBut])
  expect(console.error).toHaveBeenCalledWith(fault)
  expect(await saveAndGoOn({ ...saving, afterwards: breaks })).toBe(false)
})

test('what could not be stored is not saved, and nothing follows', async () => {
  const follows = vi.fn(() => [])
  await expect(saveAndGoOn({ store: () => Promise.reject(fault), afterwards: follows })).rejects.toBe(fault)
  expect(follows).not.toHaveBeenCalled()
})

test('what is stored and goes on as it should says nothing', async () => {
  expect(await saveAndGoOn({ store: () => Promise.resolve(null), afterwards: () => [] })).toBe(true)
})
