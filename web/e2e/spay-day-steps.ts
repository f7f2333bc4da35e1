import type { Page } from 'playwright-core'
import type { CountedWalk } from './counted-walk.ts'

export interface SpayPatient {
  name: string
  /** By the keys of the weight's keypad, as '18.4'. */
  weight: string
  unit: 'kg' | 'lb'
}

/** From the tiles of the home screen to a canine sheet with its procedure and protocol. */
export async function beginSheet(walk: CountedWalk, page: Page, procedure: string, protocol: string) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  const row = (record: string) =>
    dialog.locator('.picker-row', { has: page.getByText(record, { exact: true }) }).first()
  await walk.step(
    'Create New Anesthesia Sheet',
    'way',
    [page.getByRole('link', { name: /^Create New Anesthesia Sheet/ })],
    button(/^Species: Not selected/),
  )
  await walk.step('Species', 'way', [button(/^Species: Not selected/)], button(/^Species: Canine/))
  await walk.step('Procedure', 'way', [button(/^Procedure/)], row(procedure))
  await walk.step(procedure, 'way', [row(procedure)], button(`Procedure ${procedure}`))
  await walk.step('Anesthesia Protocol', 'way', [button(/^Anesthesia Protocol/)], row(protocol))
  await walk.step(protocol, 'way', [row(protocol)], page.getByRole('dialog', { name: protocol }))
  await walk.step(
    'ADD',
    'way',
    [dialog.getByRole('button', { name: 'ADD', exact: true })],
    button(`Anesthesia Protocol ${protocol}`),
  )
}

/** Name and weight: the name by the system's keyboard, the weight by the large keys. */
export async function enterPatient(walk: CountedWalk, page: Page, patient: SpayPatient, nameIsReady = false) {
  const name = page.getByLabel('Patient Name')
  await walk.step(`Patient Name: ${patient.name}`, 'name', nameIsReady ? [] : [name], undefined, patient.name)
  const dialog = page.getByRole('dialog')
  const key = (label: string) =>
    dialog.getByRole('button', { name: label === '.' ? 'Decimal point' : label, exact: true })
  await walk.step('Patient Weight', 'weight', [page.getByLabel('Patient Weight')], key('1'))
  await walk.step(patient.weight, 'weight', patient.weight.split('').map(key))
  const { unit } = patient
  const choice = dialog.getByRole('button', { name: new RegExp(`^${unit}`) })
  await walk.step(unit, 'weight', [choice], dialog.locator('.keypad-unit', { hasText: unit }))
  await walk.step('DONE', 'weight', [key('DONE')], page.getByRole('button', { name: 'EXPORT', exact: true }))
}

/** EXPORT, no emergency protocol, and the file as the export window offers it. */
export async function exportFile(walk: CountedWalk, page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  const dialog = page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' })
  await walk.step('EXPORT', 'way', [page.getByRole('button', { name: 'EXPORT', exact: true })], question)
  await walk.step('NO emergency protocol', 'way', [question.getByRole('button', { name: 'NO' })], dialog)
  const download = page.waitForEvent('download')
  await walk.step(
    'GENERATE',
    'way',
    [dialog.getByRole('button', { name: 'GENERATE' })],
    dialog.locator('.made-file-name .lucide'),
  )
  await download
}

/** Closes the export window, and YES. */
export async function saveSheet(walk: CountedWalk, page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
  await walk.step('Close', 'way', [page.getByRole('dialog').getByRole('button', { name: 'Close' })], question)
  await walk.step(
    'YES',
    'way',
    [question.getByRole('button', { name: 'YES' })],
    page.getByRole('button', { name: 'NEXT PATIENT' }),
  )
}
