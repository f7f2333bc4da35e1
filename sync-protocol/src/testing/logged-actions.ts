import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { CONTENTS } from './contents.ts'
import { draw, ketamine, testId } from './examples.ts'

export const id = (k: number) => testId(1, k)
export const SECTIONS: Readonly<Record<number, string>> = { 999: 'Dissociatives', 1000: 'Sedatives' }

/** What is known of records before and after a change. */
export interface Known {
  before?: Record<string, JsonObject>
  after?: Record<string, JsonObject | null>
  author?: string
}
export const create = (collection: Collection, content: JsonObject, k = 2): Op => ({
  op: 'create',
  collection,
  _id: id(k),
  content,
})
export const update = (collection: Collection, set: JsonObject, was: JsonObject = {}, k = 2): Op => ({
  op: 'update',
  collection,
  _id: id(k),
  base: 1,
  set,
  was,
})
export const remove = (collection: Collection, k = 2): Op => ({
  op: 'delete',
  collection,
  _id: id(k),
  base: 1,
})
export const restore = (collection: Collection, content: JsonObject, k = 2): Op => ({
  op: 'restore',
  collection,
  _id: id(k),
  base: 2,
  content,
})
export const voided = (collection: Collection, reason: string, k = 2): Op => ({
  op: 'void',
  collection,
  _id: id(k),
  base: 1,
  reason,
})
export const at = (collection: Collection, content: JsonObject, k = 2) => ({
  [`${collection}/${id(k)}`]: content,
})

const protocolDrug = (over: JsonObject = {}): JsonObject => ({
  name: 'Methadone',
  concentration: 10,
  dosage: 0.5,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
  ...over,
})
const FENTANYL_INFUSION: JsonObject = { min_per_hour: 0.002, max_per_hour: 0.01, shown_in: 'mcg/kg/h' }
const KETAMINE_INFUSION: JsonObject = { min_per_hour: 0.12, max_per_hour: 1.2, shown_in: 'mcg/kg/min' }
const protocol = (drugs: JsonObject[], over: JsonObject = {}): JsonObject => ({
  species: 0,
  name: 'TTDex',
  sections: [{ key: 1000, title_s: 'Opioid', title_p: 'Opioids', drugs }],
  ...over,
})
const emergency = (drugs: JsonObject[]): JsonObject => ({ species: 1, name: 'Crash', drugs })
const epinephrine = { ...protocolDrug(), name: 'Epinephrine', dosage: -1, dosage_from: 0.01, dosage_to: 0.1 }
const sheet: JsonObject = {
  species: 0,
  name: 'Rex',
  patient_id: 'A-17',
  weight: 22,
  weight_units: 'lb',
  procedure: { name: 'Castration' },
  anesthesia_protocol: { name: 'TTDex' },
  emergency_protocol: { name: 'Crash' },
  injections: ['Cerenia'],
  outcome: 'foster',
}
const balance: JsonObject = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  container_size: 50,
  date_start: '2026-11-20',
  date_end: '2026-11-22',
  closing: { balance: 12.5 },
}
const KETAMINE =
  'concentration 100 mg/ml, canine dosage 5 mg/kg, feline dosage 4 mg/kg, canine route IM, feline route IM, form INJECTION, controlled, schedule III, canine and feline, section '

/** Every action that writes an entry through the outbox, with what it says. */
export const LOGGED_ACTIONS: [action: string, message: string, ops: Op[], known?: Known, detail?: string][] =
  [
    ['drug.create', `Created drug 'Ketamine' (${KETAMINE}'Dissociatives')`, [create('drugs', ketamine())]],
    [
      'drug.update',
      "Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
      [update('drugs', { concentration: 50 }, { concentration: 100 })],
      { before: at('drugs', ketamine()), after: at('drugs', ketamine({ concentration: 50 })) },
    ],
    [
      'drug.update',
      "Edited drug 'Ketamine' (canine infusion limits 2 to 10 mcg/kg/h to 2 to 20 mcg/kg/min)",
      [update('drugs', {})],
      {
        before: at('drugs', ketamine({ infusion_limits: [FENTANYL_INFUSION, null] })),
        after: at('drugs', ketamine({ infusion_limits: [KETAMINE_INFUSION, null] })),
      },
    ],
    [
      'drug.update',
      "Edited drug 'Ketamine' (name 'Ketamine' to 'Ketalar', canine dosage 5 to 6 mg/kg, feline dosage 4 mg/kg to none, feline route IM to none, form INJECTION to OTHER, controlled to not controlled, schedule III to none, canine and feline to canine, section 'Dissociatives' to 'Unset Medications')",
      [update('drugs', {})],
      {
        before: at('drugs', ketamine()),
        after: at(
          'drugs',
          ketamine({
            name: 'Ketalar',
            dosage: [6, -1],
            form: 'OTHER',
            controlled: false,
            schedule: '',
            species: [0],
            section_key: 4711,
          }),
        ),
      },
    ],
    [
      'drug.move',
      "Moved drug 'Ketamine' 100 mg/ml from section 'Dissociatives' to section 'Sedatives'",
      [update('drugs', { section_key: 1000 })],
      { before: at('drugs', ketamine()) },
    ],
    [
      'drug.move',
      "Moved 2 drugs 'Ketamine' 100 mg/ml, 'Xylazine' 20 mg/ml to section 'Unset Medications'",
      [update('drugs', { section_key: -1 }), update('drugs', { section_key: -1 }, {}, 3)],
      {
        before: {
          ...at('drugs', ketamine()),
          ...at('drugs', ketamine({ name: 'Xylazine', concentration: 20, section_key: 1000 }), 3),
        },
      },
    ],
    [
      'drug.copy',
      `Copied drug 'Ketamine' (${KETAMINE}'Sedatives')`,
      [create('drugs', ketamine({ section_key: 1000 }))],
    ],
    [
      'drug.delete',
      "Deleted drug 'Ketamine' 100 mg/ml",
      [remove('drugs')],
      { before: at('drugs', ketamine()) },
    ],
    ['drug.restore', "Restored drug 'Ketamine' 100 mg/ml", [restore('drugs', ketamine())]],
    [
      'fluid.create',
      "Created fluid 'Saline' (rate 5 ml/kg, canine)",
      [create('fluids', { name: 'Saline', rate: 5, species: [0] })],
    ],
    [
      'fluid.update',
      "Edited fluid 'Saline' (rate 5 to 10 ml/kg)",
      [update('fluids', { rate: 10 })],
      {
        before: at('fluids', { name: 'Saline', rate: 5, species: [0] }),
        after: at('fluids', { name: 'Saline', rate: 10, species: [0] }),
      },
    ],
    [
      'fluid.copy',
      "Copied fluid 'Saline' (rate 5 ml/kg, feline)",
      [create('fluids', { name: 'Saline', rate: 5, species: [1] })],
    ],
    [
      'fluid.delete',
      "Deleted fluid 'Saline'",
      [remove('fluids')],
      { before: at('fluids', { name: 'Saline' }) },
    ],
    ['fluid.restore', "Restored fluid 'Saline'", [restore('fluids', { name: 'Saline' })]],
    [
      'section.create',
      "Created drug section 'Opioids' (singular title 'Opioid', drug class opioid)",
      [create('sections', { key: 1001, title_s: 'Opioid', title_p: 'Opioids', drug_class: 'opioid' })],
    ],
    [
      'section.update',
      "Edited drug section 'Opioids' (plural title 'Opioids' to 'Opiates')",
      [update('sections', { title_p: 'Opiates' })],
      {
        before: at('sections', { title_s: 'Opioid', title_p: 'Opioids' }),
        after: at('sections', { title_s: 'Opioid', title_p: 'Opiates' }),
      },
    ],
    [
      'section.delete',
      "Deleted drug section 'Opioids'",
      [remove('sections')],
      { before: at('sections', { title_p: 'Opioids' }) },
    ],
    [
      'sections.save',
      "Saved drug sections: created drug section 'Opioids' (singular title 'Opioid'); edited drug section 'Sedatives' (singular title 'Sedative' to 'Calmer'); deleted drug section 'Old ones'",
      [
        create('sections', { key: 1001, title_s: 'Opioid', title_p: 'Opioids' }),
        update('sections', { title_s: 'Calmer' }, { title_s: 'Sedative' }, 3),
        remove('sections', 4),
      ],
      {
        before: {
          ...at('sections', { title_s: 'Sedative', title_p: 'Sedatives' }, 3),
          ...at('sections', { title_p: 'Old ones' }, 4),
        },
      },
    ],
    [
      'section.save',
      "Saved drug sections: created drug section 'Opioids' (singular title 'Opioid')",
      [create('sections', { key: 1001, title_s: 'Opioid', title_p: 'Opioids' })],
    ],
    [
      'anesthesia_protocol.create',
      "Created anesthesia protocol 'TTDex' (canine, 'Methadone' in Opioids (concentration 10 mg/ml, dosage 0.5 mg/kg, route IM, form INJECTION, controlled), 'Saline' (rate 5 ml/kg))",
      [create('anesthesia_protocols', protocol([protocolDrug()], { fluids: [{ name: 'Saline', rate: 5 }] }))],
    ],
    [
      'anesthesia_protocol.update',
      "Edited anesthesia protocol 'TTDex' ('Methadone' in Opioids dosage 0.5 to 0.4 mg/kg, added 'Saline' (rate 5 ml/kg))",
      [update('anesthesia_protocols', {})],
      {
        before: at('anesthesia_protocols', protocol([protocolDrug()])),
        after: at(
          'anesthesia_protocols',
          protocol([protocolDrug({ dosage: 0.4 })], { fluids: [{ name: 'Saline', rate: 5 }] }),
        ),
      },
    ],
    [
      'anesthesia_protocol.update',
      "Edited anesthesia protocol 'TTDex' ('Methadone' in Opioids #2 dosage 0.2 to 0.3 mg/kg, removed 'Butorphanol' in Opioids (concentration 10 mg/ml, dosage 0.5 mg/kg, route IM, form INJECTION, controlled))",
      [update('anesthesia_protocols', {})],
      {
        before: at(
          'anesthesia_protocols',
          protocol([protocolDrug(), protocolDrug({ dosage: 0.2 }), protocolDrug({ name: 'Butorphanol' })]),
        ),
        after: at('anesthesia_protocols', protocol([protocolDrug(), protocolDrug({ dosage: 0.3 })])),
      },
    ],
    [
      'anesthesia_protocol.update',
      "Edited anesthesia protocol 'TTDex' (sections)",
      [update('anesthesia_protocols', {})],
      {
        before: at('anesthesia_protocols', protocol([protocolDrug(), protocolDrug({ name: 'Xylazine' })])),
        after: at('anesthesia_protocols', protocol([protocolDrug({ name: 'Xylazine' }), protocolDrug()])),
      },
    ],
    [
      'anesthesia_protocol.delete',
      "Deleted anesthesia protocol 'TTDex'",
      [remove('anesthesia_protocols')],
      { before: at('anesthesia_protocols', protocol([])) },
    ],
    [
      'anesthesia_protocol.restore',
      "Restored anesthesia protocol 'TTDex'",
      [restore('anesthesia_protocols', protocol([]))],
    ],
    [
      'emergency_protocol.create',
      "Created emergency protocol 'Crash' (feline, 'Epinephrine' (concentration 10 mg/ml, low dosage 0.01 mg/kg, high dosage 0.1 mg/kg, route IM, form INJECTION, controlled))",
      [create('emergency_protocols', emergency([epinephrine]))],
    ],
    [
      'emergency_protocol.update',
      "Edited emergency protocol 'Crash' ('Epinephrine' high dosage 0.1 to 0.2 mg/kg)",
      [update('emergency_protocols', {})],
      {
        before: at('emergency_protocols', emergency([epinephrine])),
        after: at('emergency_protocols', emergency([{ ...epinephrine, dosage_to: 0.2 }])),
      },
    ],
    [
      'emergency_protocol.delete',
      "Deleted emergency protocol 'Crash'",
      [remove('emergency_protocols')],
      { before: at('emergency_protocols', emergency([])) },
    ],
    [
      'emergency_protocol.restore',
      "Restored emergency protocol 'Crash'",
      [restore('emergency_protocols', emergency([]))],
    ],
    [
      'injection.create',
      "Created injection 'Cerenia' (canine)",
      [create('injections', { name: 'Cerenia', species: 0 })],
    ],
    [
      'injection.update',
      "Edited injection 'Cerenia' (name 'Cerenia' to 'Maropitant')",
      [update('injections', { name: 'Maropitant' }, { name: 'Cerenia', species: 0 })],
    ],
    [
      'injection.delete',
      "Deleted injection 'Cerenia'",
      [remove('injections')],
      { before: at('injections', { name: 'Cerenia' }) },
    ],
    ['injection.restore', "Restored injection 'Cerenia'", [restore('injections', { name: 'Cerenia' })]],
    [
      'injection.undo',
      "Undid the last change to injection 'Maropitant' (name 'Maropitant' to 'Cerenia')",
      [update('injections', { name: 'Cerenia' }, { name: 'Maropitant' })],
    ],
    [
      'procedure.create',
      "Created procedure 'Spay' (feline, notes 'No food.')",
      [create('procedures', { name: 'Spay', species: 1, notes: 'No food.' })],
    ],
    [
      'procedure.update',
      "Edited procedure 'Spay' (notes 'No food.' to none)",
      [update('procedures', { notes: null }, { notes: 'No food.' })],
      { before: at('procedures', { name: 'Spay', species: 1, notes: 'No food.' }) },
    ],
    [
      'procedure.delete',
      "Deleted 2 procedures 'Spay', 'Dental'",
      [remove('procedures'), remove('procedures', 3)],
      { before: { ...at('procedures', { name: 'Spay' }), ...at('procedures', { name: 'Dental' }, 3) } },
    ],
    [
      'procedure.restore',
      "Restored 2 procedures 'Spay', 'Dental'",
      [restore('procedures', { name: 'Spay' }), restore('procedures', { name: 'Dental' }, 3)],
    ],
    [
      'day_row.create',
      "Created day list patient 'Rex' (number 7, canine, procedure 'Castration', day 11/20/2026, weight 10 kg, status weighed)",
      [create('day_rows', CONTENTS.day_rows.content)],
    ],
    [
      'day_row.update',
      "Edited day list patient 'Rex' (weight 10 kg to about 22 lb, status weighed to in surgery)",
      [update('day_rows', { weight: 22, weight_units: 'lb', estimated: true, status: 'in_surgery' })],
      {
        before: at('day_rows', CONTENTS.day_rows.content),
        after: at('day_rows', {
          ...CONTENTS.day_rows.content,
          weight: 22,
          weight_units: 'lb',
          estimated: true,
          status: 'in_surgery',
        }),
      },
    ],
    [
      'day_row.move',
      "Moved 2 day list patients 'Rex' (order), 'Mia' (order)",
      [
        update('day_rows', { order: 'b' }, { order: 'm' }),
        update('day_rows', { order: 'c' }, { order: 'm' }, 3),
      ],
      {
        before: {
          ...at('day_rows', { ...CONTENTS.day_rows.content, order: 'm' }),
          ...at('day_rows', { ...CONTENTS.day_rows.content, name: 'Mia', order: 'm' }, 3),
        },
        after: {
          ...at('day_rows', { ...CONTENTS.day_rows.content, order: 'b' }),
          ...at('day_rows', { ...CONTENTS.day_rows.content, name: 'Mia', order: 'c' }, 3),
        },
      },
    ],
    [
      'day_row.delete',
      "Deleted day list patient 'Rex'",
      [remove('day_rows')],
      { before: at('day_rows', CONTENTS.day_rows.content) },
    ],
    [
      'sheet.take_over',
      'Took over the open sheet',
      [update('drafts', { taken_from: [testId(2, 2)] })],
      { after: at('drafts', CONTENTS.drafts.content) },
    ],
    [
      'sheet.take_over',
      'Not done, already taken over or closed: Took over the open sheet',
      [update('drafts', { taken_from: [testId(2, 2)] })],
    ],
    [
      'sheet.save',
      "Saved anesthesia sheet 'Rex' (canine, ID A-17, 22 lb, 'Castration', 'TTDex', emergency protocol 'Crash', injections 'Cerenia', outcome foster)",
      [create('sheets', sheet), update('day_rows', { status: 'drawn' }, {}, 8), remove('drafts', 9)],
    ],
    [
      'sheet.save',
      "Saved anesthesia sheet 'Mia' (feline, 4 kg, 'Dental', 'TTDex') with 2 controlled substance draws: 0.5 ml of 'Ketamine' 100 mg/ml for 'Rex', 0.0000001 ml of 'Ketamine' 100 mg/ml for 'Rex'",
      [
        create('sheets', {
          species: 1,
          name: 'Mia',
          weight: 4,
          weight_units: 'kg',
          procedure: 'Dental',
          outcome: 'N/A',
          anesthesia_protocol: { name: 'TTDex' },
          injections: [],
        }),
        create('draws', draw(), 3),
        create('draws', draw({ drug_volume: 1e-7 }), 4),
        remove('drafts', 9),
      ],
    ],
    [
      'sheet.delete',
      "Deleted 2 anesthesia sheets 'Rex', 'Mia' with 1 controlled substance draw: 0.5 ml of 'Ketamine' 100 mg/ml for 'Rex'; reason: Sheet deleted",
      [voided('sheets', 'Sheet deleted'), voided('draws', 'Sheet deleted', 4), voided('sheets', 'x', 3)],
      {
        before: {
          ...at('sheets', sheet),
          ...at('sheets', { ...sheet, name: 'Mia' }, 3),
          ...at('draws', draw(), 4),
        },
      },
    ],
    ['sheet.export', 'Exported anesthesia sheet: 11.20.2026 - Rex.pdf', [], {}, '11.20.2026 - Rex.pdf'],
    ['sheet.save_failed', 'Failed to save sheet', [], {}, 'Failed to save sheet'],
    [
      'draw.create',
      "Created controlled substance draw 0.5 ml of 'Ketamine' 100 mg/ml for 'Rex' (canine, 'Castration')",
      [create('draws', draw())],
    ],
    [
      'draw.delete',
      "Deleted controlled substance draw 0.5 ml of 'Ketamine' 100 mg/ml for 'Rex' (canine, 'Castration'); reason: Entered twice",
      [voided('draws', 'Entered twice')],
      { before: at('draws', draw()) },
    ],
    [
      'code_event.record',
      "Recorded code event 'CPR started' ('Rex', canine, 12.4 kg)",
      [create('code_events', CONTENTS.code_events.content)],
    ],
    [
      'code_event.record',
      "Recorded code event 'Rhythm checked' (VF)",
      [
        create('code_events', {
          code_id: id(7),
          what: 'rhythm',
          detail: 'VF',
          at: '2026-11-20T10:02:00.000Z',
        }),
      ],
    ],
    [
      'code_event.void',
      "Voided code event 'CPR started'; reason: Pressed by mistake",
      [voided('code_events', 'Pressed by mistake')],
      { before: at('code_events', CONTENTS.code_events.content) },
    ],
    ['code_event.record_failed', 'Failed to record code event', []],
    ['draw.create_failed', "Couldn't create single draw", []],
    ['draw.delete_failed', "Couldn't delete single draw", []],
    ['draw.fetch_failed', "Couldn't fetch draws.", []],
    [
      'balance.create',
      "Created balance sheet 'Ketamine' 100 mg/ml (11/20/2026 to 11/22/2026, container 50 ml, closing balance 12.5 ml)",
      [create('balances', balance), remove('drafts', 9)],
    ],
    [
      'balance.combine',
      "Combined 3 balance sheets of 'Ketamine' 100 mg/ml into one (11/20/2026 to 11/22/2026, container 50 ml, closing balance 12.5 ml)",
      [create('balances', { ...balance, combined: true, combined_ids: [id(5), id(6), id(7)] })],
    ],
    [
      'balance.delete',
      "Deleted balance sheet 'Ketamine' 100 mg/ml; reason: Wrong bottle",
      [voided('balances', 'Wrong bottle')],
      { before: at('balances', balance) },
    ],
    ['balance.export', 'Exported balance sheet: CS - Ketamine.pdf', [], {}, 'CS - Ketamine.pdf'],
    ['balance.blanks', 'Generated blank balance sheets: 3 pages', [], {}, '3 pages'],
    ['balance.combine_failed', "Couldn't combine balances", []],
    ['balance.delete_failed', 'Failed to delete balance sheet: full', [], {}, 'full'],
    [
      'organization.export',
      'Exported all data: All data - Riverside - 11.27.2026.zip',
      [],
      {},
      'All data - Riverside - 11.27.2026.zip',
    ],
    ['ledger.export', 'Exported the controlled-substance ledger', []],
    ['ledger.verify', 'Verified the controlled-substance ledger', []],
    ['ledger.alarm', 'Checked a warning about the controlled-substance ledger', []],
    ['anesthesia_protocol.save_failed', "Couldn't save anesthesiaProtocol.", []],
    ['injection.save_failed', 'Failed to save injection: Cerenia', [], {}, 'Cerenia'],
    ['drug.fetch_failed', 'Failed to load drug', []],
    ['user.change_failed', 'Could not change organization users', []],
    ['session.log_in', 'Logged in without a network', []],
    ['session.log_in_failed', 'Failed to log in without a network: the password was wrong', []],
    ['session.log_out', 'Logged out', []],
    [
      'tablet.storage_lost',
      'The browser deleted this app’s data from this tablet; what was not sent by then is lost',
      [],
    ],
    [
      'attention.discard',
      'Discarded a change that only this tablet had: sheet of Rex',
      [],
      {},
      'sheet of Rex',
    ],
    [
      'attention.discard_unsent',
      'Discarded changes by someone who could no longer send them: 2 by Tom: draw for Rex; drug Ketamine',
      [],
      {},
      '2 by Tom: draw for Rex; drug Ketamine',
    ],
    ['unreadable', 'Sent a change that could not be read', []],
    ['moon.land', 'Action moon.land: softly', [], {}, 'softly'],
    [
      'moon.land',
      "Changed records (moon.land): created fluid 'Saline' (rate 5 ml/kg); deleted drug 'Ketamine' 100 mg/ml",
      [create('fluids', { name: 'Saline', rate: 5 }), remove('drugs', 3)],
      { before: at('drugs', ketamine(), 3) },
    ],
    [
      'drug.update',
      "Changed records (drug.update): created fluid 'Saline' (rate 5 ml/kg)",
      [create('fluids', { name: 'Saline', rate: 5 })],
    ],
    ['constructor.toString', 'Action constructor.toString', []],
  ]
