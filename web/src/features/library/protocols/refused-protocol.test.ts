import { expect, test, vi } from 'vitest'
import { CONTENTS } from 'sync-protocol/testing/contents'
import type { JsonObject } from 'sync-protocol/records/json'
import { anesthesiaForm } from './anesthesia-form.ts'
import { emergencyForm } from './emergency-form.ts'

const whole = (content: object) => content as JsonObject
const anesthesia = whole(CONTENTS.anesthesia_protocols.content)
const emergency = whole(CONTENTS.emergency_protocols.content)

const wrongIn = (fault: { field?: string } | null | undefined) => fault?.field

test.each([
  ['as it should be', {}, null],
  ['without sections', { sections: [] }, 'sections'],
  ['with a name that is too long', { name: 'x'.repeat(60) }, 'name'],
  ['that is none in its shape', { sections: [1] }, 'sections'],
])('[T3] a refused anesthesia protocol %s opens in its form, which says what is wrong', (_, part, field) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const values = anesthesiaForm.valuesOf({ ...anesthesia, ...part }, 0)
  expect(values.name).toBe(whole({ ...anesthesia, ...part })['name'])
  expect(wrongIn(anesthesiaForm.check?.(values, 0)) ?? null).toBe(field)
})

test('[T3] so does one with a dosage of 0, and an emergency protocol without drugs', () => {
  const [section] = anesthesia['sections'] as { drugs: object[] }[]
  const drugs = section?.drugs.map((drug) => ({ ...drug, dosage: 0 })) ?? []
  const none = anesthesiaForm.valuesOf({ ...anesthesia, sections: [{ ...section, drugs }] }, 0)
  expect(wrongIn(anesthesiaForm.check?.(none, 0))).toBe('sections.0.drugs.0.dosage')
  const empty = emergencyForm.valuesOf({ ...emergency, drugs: [] }, 0)
  expect([empty.name, wrongIn(emergencyForm.check?.(empty, 0))]).toEqual([emergency['name'], 'drugs'])
  expect(wrongIn(emergencyForm.check?.(emergencyForm.valuesOf(emergency, 0), 0))).toBeUndefined()
})
