import { describe, expect, it } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { drugFormKind } from './drug-form-kind.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { moveOp } from './move-op.ts'
import { shownPlace } from './use-place.ts'

/** As the documented calls may store it: dosages that its section and species do not use. */
const ketamine: JsonObject = {
  name: 'Ketamine ',
  concentration: 100,
  dosage: [5, 4],
  dosage_from: [1, 1],
  dosage_to: [-1, -1],
  route: ['IM', 'IV'],
  form: 'INJECTION',
  controlled: true,
  species: [0],
  section_key: 1000,
}

describe('a move', () => {
  it('[DRUG-29] names the section and nothing else', () => {
    expect(moveOp({ _id: 'k', version: 4, content: ketamine }, 1000, 1001)).toEqual({
      op: 'update',
      collection: 'drugs',
      _id: 'k',
      base: 4,
      set: { section_key: 1001 },
      was: { section_key: 1000 },
    })
    expect(moveOp({ _id: 'k', version: 4, content: ketamine }, 1000, 1000)).toBeNull()
  })

  it('[M3] is compared with the section that the person saw', () => {
    const moved = { ...ketamine, section_key: 1005 }
    expect(moveOp({ _id: 'k', version: 5, content: moved }, 1000, 1001)).toMatchObject({
      was: { section_key: 1000 },
    })
  })
})

describe('the form of a drug', () => {
  const form = drugFormKind(1000)
  const seen = { version: 1, author_id: 'a', content: ketamine }
  const values = form.valuesOf(ketamine, 0)

  it('leaves what nobody changed as it is stored', () => {
    expect(form.contentOf(values, 0, seen)).toBe(ketamine)
  })

  it('[M1] keeps the section of what was edited, and takes away dosages that it does not use', () => {
    expect(form.contentOf({ ...values, dosage: ['6', '4'] }, 0, seen)).toMatchObject({
      name: 'Ketamine',
      dosage: [6, -1],
      dosage_from: [-1, -1],
      section_key: 1000,
    })
  })

  it('[Q-151] keeps the limits of a species that the drug is not for, which it does not show', () => {
    const limits = [{ max: 8 }, { never: 'Too strong' }]
    const limited = { ...ketamine, limits }
    const opened = { version: 1, author_id: 'a', content: limited }
    const shown = form.valuesOf(limited, 0)
    expect(form.contentOf({ ...shown, name: 'K' }, 0, opened)).toMatchObject({ limits })
    const all = { ...opened, content: { ...limited, species: [0, 1] } }
    const away = { ...form.valuesOf(all.content, 0), species: [0 as const] }
    expect(form.contentOf(away, 0, all)).toMatchObject({ dosage: [5, -1], limits: [limits[0], null] })
  })

  it('[Q-16] keeps what a drug reverses for a species that it is not for, and says what is wrong at the row', () => {
    const reverses = [0, 1].map((species) => ({
      name: 'Xylazine',
      species,
      rule: 'mg_per_kg',
      value: 0.1,
      route: 'IM',
    }))
    const content = { ...ketamine, reverses }
    const shown = form.valuesOf(content, 0)
    const opened = { version: 1, author_id: 'a', content }
    expect(form.contentOf({ ...shown, name: 'K' }, 0, opened)).toMatchObject({ reverses })
    const wrong = { ...shown, reverses: shown.reverses.map((row) => ({ ...row, value: '' })) }
    const fault = form.check?.(wrong, 0)
    expect(fault).toEqual({ field: 'reverses.0.value', message: 'Reversal dose is required.' })
    for (const field of ['name', 'rule', 'value', 'note'])
      expect(form.ownsField?.(`reverses.19.${field}`)).toBe(true)
    expect(form.ownsField?.('reverses')).toBe(false)
  })

  it('[Q-16] opens what an earlier release kept of it, which knew nothing of that', () => {
    const reverses = [{ name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.1, route: 'IM' }]
    const stands = form.valuesOf({ ...ketamine, reverses }, 0)
    const { reverses: _, ...kept } = { ...stands, name: 'Ketamine HCl' }
    // As an editor puts them together.
    const opened = { ...stands, ...kept }
    expect(form.check?.(opened, 0)).toBeNull()
    expect(form.contentOf(opened, 0, undefined)).toMatchObject({ name: 'Ketamine HCl', reverses })
  })

  it('[Q-104] begins with the species and the section of the screen', () => {
    expect(drugFormKind(-2).valuesOf(undefined, 1)).toMatchObject({ species: [1], section_key: -2 })
  })
})

describe('[Q-119] the section that is shown', () => {
  const section = (key: number) => ({ key }) as LiveSection

  it('is at first the first one, or the unset drugs', () => {
    expect(shownPlace(null, [section(1000), section(1001)])).toBe(1000)
    expect(shownPlace(null, [])).toBe(-1)
  })

  it('is the chosen one while it lives, and the unset drugs while it does not', () => {
    expect(shownPlace(1001, [section(1000), section(1001)])).toBe(1001)
    expect(shownPlace(1001, [section(1000)])).toBe(-1)
    for (const always of [-2, -1, 'fluids'] as const) expect(shownPlace(always, [])).toBe(always)
  })
})
