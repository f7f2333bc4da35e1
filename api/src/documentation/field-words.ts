import { EDITION } from 'sync-protocol/records/edition'
import type { Collection } from 'sync-protocol/records/envelope'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import { plainWord } from '../documented-api/described.ts'

const CONCENTRATION = 'mg/ml, or in `amount_unit` per ml; above 0 and at most 100000.'
const MG_ML = 'mg/ml, above 0 and at most 100000.'
const PER_KG = 'mg/kg, or in `amount_unit` per kg.'
const AMOUNT_UNIT =
  'In place of mg: in what the drug’s concentration and dosages are measured; absent for mg. A controlled drug is measured in mg.'
const USUAL = 'The dosage that the library had for this species when the drug was copied, as `dosage`.'
const LIMITS =
  'The library’s limits for this species when the drug was copied: `min` and `max` as the dosage, `cap_mg` in mg, and `never`, why it is never given.'
const VOLUME =
  'ml, as printed: 2 decimals below 1 ml, else 1. 0 stands for more than 0 and less than 0.005; `…_exact` then has it.'

const plainWords = (collection: Collection) =>
  Object.fromEntries(plainFields(collection).map((field) => [field.name, plainWord(field)]))

/** The named schemas that are a record's content. */
const CONTENTS: Readonly<Record<string, Collection>> = {
  Drug: 'drugs',
  Fluid: 'fluids',
  AnesthesiaProtocol: 'anesthesia_protocols',
  EmergencyProtocol: 'emergency_protocols',
  Injection: 'injections',
  Procedure: 'procedures',
}

/** What the fields of a named schema mean: a record's plain fields by their kind, all else by the words here. */
export const wordsOf = (name: string): Readonly<Record<string, string>> => {
  const collection = CONTENTS[name]
  return { ...(collection && plainWords(collection)), ...FIELD_WORDS[name] }
}

/** Above all the units of their numbers. */
const FIELD_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Error: {
    code: 'One of a closed list.',
    message: 'For a person to read.',
    field: 'Where the fault is, as a path: `dosage.0`.',
    last_n: 'With `gap`: the last number of the lane that the server has.',
    epoch: 'With `epoch_changed`: the server’s epoch now.',
    revoked: 'With `forbidden`: this tablet was revoked.',
    request_id: 'With `internal`: the request’s name in the server’s log.',
  },
  Profile: {
    org_perms:
      '0 organization and its users, 1 personal records, 2 records created by others, 3 drug sections.',
    time_zone: 'IANA name of the clinic’s time zone.',
    demo: 'true in the demonstration clinic.',
    offline_sign_in: 'May people sign in without a network on tablets that know them?',
  },
  User: {
    org_perms:
      '0 organization and its users, 1 personal records, 2 records created by others, 3 drug sections.',
  },
  Organization: {
    next_key: 'The first section key that nobody has yet.',
    time_zone: 'IANA name of the clinic’s time zone.',
    demo: 'true in the demonstration clinic.',
    offline_sign_in: 'May people sign in without a network on tablets that know them?',
  },
  Program: {
    access: '`reads`: it may call what reads records; `writes`: also what writes them.',
    org_perms: 'As of a user; 1 always, 0 never.',
    last_used: 'When its key was used last, to the minute; null where it never was.',
  },
  OwnSession: {
    device: 'The tablet that it was opened on; null for none.',
    last_seen: 'When its tablet was last heard of under this user; null where it was opened on none.',
    here: 'true: it is the one that calls.',
  },
  Device: {
    name: 'As people call it; null for a tablet without a name.',
    platform: 'As its browser calls itself.',
    unsent: 'Changes that it had not sent when it was last seen; null when it never told.',
    oldest: 'Since when the oldest of them waits.',
    wiped_at: 'When it said that it removed its records.',
    gave_up:
      'Unsent changes that someone discarded on it before it removed its records; null when there were none.',
  },
  DeviceStanding: {
    revoked: 'true: send what is unsent, then remove the records.',
    offline_sign_in: 'false: forget how people sign in without a network.',
    name: 'As people call it.',
  },
  RecordMeta: {
    date_created: 'When the person made it.',
    received_at: 'Of a fact: when the server stored it.',
    approved_by: 'Who let a fact stand that its author could not create any more.',
  },
  Record: {
    schema: 'The number of the content’s schema.',
    version: 'Rises by one with each accepted change.',
    seq: 'The number of the commit that wrote this version.',
    deleted: 'A deleted record has no content.',
    voided: 'Of a fact that was voided: it keeps its content.',
    flags: 'What is pointed out about a fact that was stored all the same.',
  },
  LogEntry: {
    at: 'The person’s own time, corrected.',
    received_at: 'When the server heard of it.',
  },
  LedgerFactEntry: {
    content: 'The fact, or why it was voided.',
    prev: 'The `hash` of the entry before; 64 zeros before the first one.',
    hash: 'SHA-256, in hex, of the canonical JSON (RFC 8785) of the entry without `hash`.',
  },
  LedgerRestoreEntry: {
    content: 'Which history and head the restored server continues, and the heads that it knows to be lost.',
    prev: 'The `hash` of the entry before; 64 zeros before the first one.',
    hash: 'SHA-256, in hex, of the canonical JSON (RFC 8785) of the entry without `hash`.',
  },
  Mutation: {
    n: 'Its number in the lane: 1, 2, 3 … without gaps.',
    id: 'Its identity, a UUID of your own, the same each time it is sent.',
    at: 'The device’s clock when it was made.',
    clock_offset_ms: 'The server’s clock less the device’s, in ms; null where it is not known.',
    schema: `The edition of the contents that it was made with, 1 to ${EDITION}.`,
    action: 'What was done, as `drug.update`.',
    detail: 'For actions that touch no record.',
  },
  MutationResult: {
    seq: 'The number of the commit; a mutation that changed nothing has none.',
    replayed: 'true when it had its outcome before.',
    code: 'Why it was refused or parked.',
    receipt: 'Proof that the server took it; keep it for a server that was restored.',
    records: 'Every record that it named, as it is afterwards.',
  },
  Drug: {
    concentration: CONCENTRATION,
    amount_unit: AMOUNT_UNIT,
    dosage:
      'mg/kg, or in `amount_unit` per kg, for [canine, feline]; -1 where it is not used. Emergency drugs have -1.',
    dosage_from: 'The low dosage of an emergency drug, as `dosage`; else -1.',
    dosage_to: 'The high dosage of an emergency drug, as `dosage`; else -1.',
    route: 'For [canine, feline].',
    controlled: 'A controlled substance: each use on a saved sheet makes a draw.',
    schedule: 'DEA schedule.',
    limits:
      'What the dosage is compared with, for [canine, feline] or null: `min` and `max` as the dosage, `cap_mg` in mg (of a drug measured in mg), and `never`, why it is never given.',
    infusion_limits:
      'What the dose of an infusion is compared with, for [canine, feline] or null: `min_per_hour` and `max_per_hour`, always in mg/kg/h (of a drug measured in units, in units/kg/h), and `shown_in`, the unit in which people read them.',
    reverses: 'What it reverses; each drug once for each species.',
    species: '0 canine, 1 feline.',
    section_key: '-1 unset, -2 emergency.',
  },
  Reversal: {
    name: 'The reversed drug, by its name. It is also the drug of a longer name whose further words say only its salt, strength, use or brand.',
    species: '0 canine, 1 feline.',
    rule: '`mg_per_kg`: by the patient’s weight. `times_mass`: by the mg that were given of the reversed drug; only of a drug measured in mg.',
    value:
      'With `mg_per_kg`, mg per kg, or in the drug’s `amount_unit`. With `times_mass`, mg for each mg of the reversed drug. Above 0 and at most 100000.',
    note: 'Shown beside the dose.',
  },
  Fluid: { species: '0 canine, 1 feline.', rate: 'ml/kg, above 0 and at most 100000.' },
  AnesthesiaProtocol: { species: '0 canine, 1 feline.' },
  EmergencyProtocol: { species: '0 canine, 1 feline.' },
  Injection: { species: '0 canine, 1 feline.' },
  Procedure: { species: '0 canine, 1 feline.' },
  ProtocolDrug: {
    concentration: CONCENTRATION,
    amount_unit: AMOUNT_UNIT,
    dosage: PER_KG,
    usual: USUAL,
    limits: LIMITS,
    dosage_from: 'Not used here.',
    dosage_to: 'Not used here.',
    source_id: 'The library’s drug that it was copied from.',
  },
  ProtocolFluid: { rate: 'ml/kg.' },
  EmergencyDrug: {
    concentration: CONCENTRATION,
    amount_unit: AMOUNT_UNIT,
    dosage: 'Not used here.',
    dosage_from: 'The low dosage, mg/kg, or in `amount_unit` per kg. It may exceed the high one.',
    dosage_to: 'The high dosage, in the same unit.',
    limits: LIMITS,
    source_id: 'The library’s drug that it was copied from.',
  },
  Sheet: {
    species: '0 canine, 1 feline, 2 exotic.',
    name: 'The patient’s name.',
    weight: 'In `weight_units`, as typed.',
    estimated: 'Whether the weight is a guess: nobody weighed the patient.',
    weighed_at: 'When the weight or its unit was last changed on the sheet.',
    check:
      'Who read the scale a second time without seeing the weight: a user’s id, their name, when, and what they read. It must be the same in kg.',
    check_asked: 'Whether the clinic asked for a check of this sheet.',
    day: 'The clinic’s local day, YYYY-MM-DD.',
    day_row: 'The id of the patient of the day list for whom it was made.',
    corrects: 'The id of the saved sheet of the same patient that this one was made to correct.',
  },
  SheetDrug: {
    concentration: CONCENTRATION,
    amount_unit: AMOUNT_UNIT,
    dosage: PER_KG,
    usual: USUAL,
    limits: LIMITS,
    volume: VOLUME,
    volume_exact: 'ml.',
  },
  SheetFluid: { rate: 'ml/kg.', volume: VOLUME, volume_exact: 'ml.' },
  SheetEmergencyDrug: {
    concentration: CONCENTRATION,
    amount_unit: AMOUNT_UNIT,
    volume_low: VOLUME,
    volume_high: VOLUME,
    volume_low_exact: 'ml.',
    volume_high_exact: 'ml.',
  },
  BalanceSheet: {
    drug_concentration: MG_ML,
    container_size: 'ml in a full bottle.',
    pages: 'At most 24 rows each.',
    previous_id: 'The balance sheet that this one goes on from.',
    combined_ids: 'The balance sheets that were combined into this one.',
  },
  BalanceRow: {
    added: 'ml.',
    used: 'ml.',
    adjusted: 'ml.',
    balance: 'ml left after this row.',
    draw_id: 'The draw that this row is of.',
  },
}
