import { expect, test } from 'vitest'
import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { CONTENTS } from '../testing/contents.ts'
import { ketamine } from '../testing/examples.ts'
import { contentFault } from './content-fault.ts'
import { updateOp } from './update-op.ts'

const updated = (collection: Collection, content: JsonObject, wanted: JsonObject) =>
  updateOp(collection, { _id: 'record', version: 3, content }, wanted)

const drug = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  concentration: 10,
  dosage: 1,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
  ...more,
})
const protocol = (...drugs: JsonObject[]): JsonObject => ({
  species: 0,
  name: 'Healthy dog',
  sections: [{ key: 1, title_s: 'Opioid', title_p: 'Opioids', drugs }],
})
const later = (value: number) => ({ half_life: value })

test('[W2] a name that is changed leaves alone what a later release has in the rows', () => {
  const stands = protocol(drug('Ketamine', later(5)), drug('Morphine', later(0.5)))
  const wanted = { ...protocol(drug('Ketamine'), drug('Morphine')), name: 'Old dog' }
  expect(updated('anesthesia_protocols', stands, wanted)).toMatchObject({ set: { name: 'Old dog' } })
  expect(updated('anesthesia_protocols', stands, { ...wanted, name: 'Healthy dog' })).toBeNull()
})

test('[W2] a row keeps what a later release has in it, wherever it goes and whatever is changed in it', () => {
  const stands = protocol(
    drug('Ketamine', later(5)),
    drug('Ketamine', { dosage: 2, ...later(6) }),
    drug('Morphine', later(0.5)),
    drug('Propofol', later(4)),
  )
  const wanted = protocol(
    drug('Morphine', { dosage: 3 }),
    drug('Ketamine', { dosage: 2 }),
    drug('Acepromazine'),
    drug('Ketamine', { dosage: 7 }),
  )
  expect(updated('anesthesia_protocols', stands, wanted)?.set).toEqual({
    sections: protocol(
      drug('Morphine', { dosage: 3, ...later(0.5) }),
      drug('Ketamine', { dosage: 2, ...later(6) }),
      drug('Acepromazine'),
      drug('Ketamine', { dosage: 7, ...later(5) }),
    )['sections'],
  })
})

test('[W2] each species keeps its own', () => {
  const stands = ketamine({
    limits: [
      { min: 1, max: 9, note: 'dogs' },
      { min: 2, note: 'cats' },
    ],
  })
  const op = updated('drugs', stands, ketamine({ limits: [{ min: 1, max: 8 }, { min: 2 }] }))
  expect(op?.set).toEqual({
    limits: [
      { min: 1, max: 8, note: 'dogs' },
      { min: 2, note: 'cats' },
    ],
  })
})

test('[W2] of two rows of one name, each keeps what a later release has in that of its species', () => {
  const row = (species: number, value: number, more: JsonObject = {}): JsonObject => ({
    name: 'Dexmedetomidine',
    species,
    rule: 'times_mass',
    value,
    route: 'IM',
    ...more,
  })
  const stands = ketamine({
    reverses: [row(0, 10, { speed: 'slow' }), row(1, 5, { speed: 'never fast' })],
  })
  const wanted = (...reverses: JsonObject[]) =>
    updated('drugs', stands, ketamine({ reverses }))?.set['reverses']
  expect(wanted(row(1, 4), row(0, 9))).toEqual([
    row(1, 4, { speed: 'never fast' }),
    row(0, 9, { speed: 'slow' }),
  ])
  // The dogs' row is gone, and takes with it what was its own.
  expect(wanted(row(1, 4))).toEqual([row(1, 4, { speed: 'never fast' })])
  expect(updated('drugs', stands, ketamine({ reverses: [row(0, 10), row(1, 5)] }))).toBeNull()
})

test('[W2] what stands in the rows of a record is not refused when it comes back; nothing else of the kind is taken', () => {
  const stands = protocol(drug('Ketamine', later(5)), drug('Morphine', later(0.5)))
  const turned = protocol(drug('Morphine', { dosage: 3, ...later(0.5) }), drug('Ketamine', later(5)))
  expect(contentFault('anesthesia_protocols', turned, stands)).toBeNull()
  for (const strange of [later(4), { unusual: 5 }])
    expect(contentFault('anesthesia_protocols', protocol(drug('Ketamine', strange)), stands)).toMatchObject({
      field: 'sections.0.drugs.0',
    })
  expect(contentFault('anesthesia_protocols', turned)).not.toBeNull()
})

const editable = Object.entries(CONTENTS).filter(([name]) => kinds[name as Collection].sort !== 'fact')
test.each(editable)('an edit says what it changes, and nothing more: %s', (name, { content, edit }) => {
  expect(updated(name as Collection, content, { ...content, ...edit })?.set).toEqual(edit)
})
