import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  readSheetFormat,
  readSheetSettings,
  rememberSheetFormat,
  rememberSheetSettings,
} from './export-settings.ts'

const defaults = { injectionPageBreak: false, emergencyPageBreak: true, procedureNotes: false }
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the export settings', () => {
  it('start with emergency drugs on a new page only', () => {
    expect(readSheetSettings('ann')).toStrictEqual(defaults)
  })

  it('and so is the format', () => {
    expect(readSheetFormat('ann')).toBe('pdf')
    rememberSheetFormat('ann', 'docx')
    expect([readSheetFormat('ann'), readSheetFormat('bob')]).toEqual(['docx', 'pdf'])
    expect(readSheetSettings('ann')).toStrictEqual(defaults)
    rememberSheetFormat('ann', 'pdf')
    expect(readSheetFormat('ann')).toBe('pdf')
  })

  it('are remembered for each user', () => {
    const chosen = { injectionPageBreak: true, emergencyPageBreak: false, procedureNotes: true }
    rememberSheetSettings('ann', chosen)
    expect(readSheetSettings('ann')).toStrictEqual(chosen)
    expect(readSheetSettings('bob')).toStrictEqual(defaults)
  })

  it.each(['{', 'null', '[]', '"x"', '{"injectionPageBreak":"yes","emergencyPageBreak":0}'])(
    'have their defaults where %s was kept',
    (text) => {
      vi.spyOn(console, 'warn').mockReturnValue(undefined)
      rememberSheetSettings('ann', defaults)
      for (const key of kept.keys()) kept.set(key, text)
      expect(readSheetSettings('ann')).toStrictEqual(defaults)
    },
  )

  it('stop no export in a browser without storage, and say so on the console', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const refuse = () => {
      throw new DOMException('no storage', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    rememberSheetSettings('ann', defaults)
    expect(readSheetSettings('ann')).toStrictEqual(defaults)
    expect(warn).toHaveBeenCalledTimes(2)
  })
})
