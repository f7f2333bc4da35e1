import { randomUUID } from 'node:crypto'
import { EDITION } from 'sync-protocol/records/edition'
import type { Op } from 'sync-protocol/records/mutation'
import { combineBalances } from 'sync-protocol/rules/combine-balances'
import { sampleSheet } from '../src/exports/testing/sheet-sample.ts'
import { halfMgProtocol, signInToApi } from './api-client.ts'
import { balanceOfDay, balanceOp, KETAMINE } from './balance-samples.ts'
import { pushContestedPatient } from './contested-patient.ts'
import { balanceOfDraws } from './drawn-balances.ts'
import { drawOps } from './balance-steps.ts'

/** Two people weighed a patient of this day, each without the other. */
export const CONTESTED_DAY = '2026-11-18'

/** Records so that no screen of the sweep is empty: own ones, a voided one, and what two people do not agree on. */
export async function seedSweep(url: string, password: string): Promise<void> {
  const lead = await signInToApi(url, 'lead@demo.test', password)
  const vera = await signInToApi(url, 'veterinarian@demo.test', password)
  const administrator = await signInToApi(url, 'administrator@demo.test', password)
  await administrator.post('/organization/policies', { double_check: 'red doses' })
  const smallEmergency: Op = {
    op: 'create',
    collection: 'emergency_protocols',
    _id: randomUUID(),
    content: {
      species: 0,
      name: 'Small emergencies',
      drugs: [
        {
          name: 'Atropine',
          concentration: 0.54,
          dosage: -1,
          dosage_from: 0.02,
          dosage_to: 0.04,
          route: 'IV',
          form: 'INJECTION',
          controlled: false,
        },
      ],
    },
  }
  await lead.push('anesthesia_protocol.create', [
    halfMgProtocol('Half a milligram'),
    halfMgProtocol('Ten times the usual', { usual: 0.05 }),
  ])
  await lead.push('emergency_protocol.create', [smallEmergency])
  await lead.push('draw.create', drawOps(1, 6))
  // Its computed volume rounds to nothing.
  await lead.push('draw.create', drawOps(2, 7, { volume: 0.004 }).slice(6))
  const sheets = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) => ({
    _id: randomUUID(),
    content: balanceOfDay(KETAMINE, { day, draws: [{ patient: 'Rex', volume: 120 }] }),
  }))
  for (const { _id, content } of sheets) await lead.push('balance.create', [balanceOp(content, _id)])
  await lead.push('balance.delete', [
    { op: 'void', collection: 'balances', _id: sheets[0]?._id ?? '', base: 1, reason: 'Entered twice' },
  ])
  const corrected = randomUUID()
  const saved = (sheetId: string, content: object): Op => ({
    op: 'create',
    collection: 'sheets',
    _id: sheetId,
    content: { ...sampleSheet, name: 'Corrected', patient_id: '', ...content },
  })
  const ofNow = [new Date(), 'applied', EDITION] as const
  await lead.push('sheet.save', [saved(corrected, {})], ...ofNow)
  await lead.push('sheet.save', [saved(randomUUID(), { weight: 24, corrects: corrected })], ...ofNow)
  const combined = combineBalances(
    [1, 2].map((draws) => ({ _id: randomUUID(), content: balanceOfDraws('Early', draws) })),
  )
  if ('error' in combined) throw new Error(combined.error)
  await lead.push('balance.combine', [balanceOp(combined.content)], new Date(), 'parked')
  await vera.push('draw.save', drawOps(3, 2, { volume: 0 }), new Date(), 'parked')
  const _id = randomUUID()
  const injection = (name: string) => ({ species: 0, name })
  await lead.push('injection.create', [
    { op: 'create', collection: 'injections', _id, content: injection('Met by two') },
  ])
  const rename = (name: string): Op => ({
    op: 'update',
    collection: 'injections',
    _id,
    base: 1,
    set: { name },
    was: injection('Met by two'),
  })
  await lead.push('injection.update', [rename('Of Lee')])
  await vera.push('injection.update', [rename('Of Vera')], new Date(), 'conflict')
  await pushContestedPatient({ first: lead, second: vera }, { name: 'Weighed by two', day: CONTESTED_DAY })
}
