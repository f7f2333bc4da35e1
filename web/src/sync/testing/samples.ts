import type { BalanceContent } from 'sync-protocol/records/balance'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { JsonObject } from 'sync-protocol/records/json'
import type { ProcedureContent } from 'sync-protocol/records/procedure'
import type { SheetContent } from 'sync-protocol/records/sheet'

const json = (content: unknown) => content as JsonObject

export const drug = (name: string, more: Partial<DrugContent> = {}): JsonObject =>
  json({
    name,
    concentration: 10,
    dosage: [0.5, 0.25],
    dosage_from: [-1, -1],
    dosage_to: [-1, -1],
    route: ['IV', 'IM'],
    form: 'INJECTION',
    controlled: false,
    species: [0, 1],
    section_key: -1,
    ...more,
  } satisfies DrugContent)

export const procedure = (name: string, notes?: string): JsonObject =>
  json({ species: 0, name, ...(notes === undefined ? {} : { notes }) } satisfies ProcedureContent)

export const sheet = (name: string): JsonObject =>
  json({
    species: 0,
    procedure: 'Castration',
    anesthesia_protocol: {
      name: 'Protocol',
      sections: [
        {
          title: 'Opioid',
          drugs: [
            {
              name: 'Butorphanol',
              concentration: 10,
              dosage: 0.5,
              volume: 0.5,
              route: 'IV',
              controlled: true,
            },
          ],
        },
      ],
      fluids: [],
    },
    name,
    weight: 10,
    weight_units: 'kg',
    outcome: 'N/A',
    injections: [],
    day: '2026-11-20',
  } satisfies SheetContent)

export const draw = (name: string, sheetId: string): JsonObject =>
  json({
    drug_name: 'Butorphanol',
    drug_concentration: 10,
    drug_volume: 0.5,
    drug_form: 'INJECTION',
    sheet_id: sheetId,
    sheet_data: { patient_name: name, reason: 'Castration', species: 0 },
    day: '2026-11-20',
  } satisfies DrawContent)

export const singleDraw = (name: string): JsonObject =>
  json({
    drug_name: 'Butorphanol',
    drug_concentration: 10,
    drug_volume: 0.5,
    drug_form: 'INJECTION',
    sheet_id: '-',
    sheet_data: { patient_name: name, reason: 'Castration', species: 0 },
    day: '2026-11-20',
  } satisfies DrawContent)

/** A balance sheet of one page that opens bottle `bottle` with 20 ml, and goes on from another one. */
export const balance = (bottle: string, previousId?: string): JsonObject =>
  json({
    drug_name: 'Butorphanol',
    drug_concentration: 10,
    drug_form: 'injection',
    container_size: 20,
    date_start: '2026-11-20',
    date_end: '2026-11-20',
    combined: false,
    pages: [
      [
        {
          kind: 'opening',
          procedure_number: 0,
          date: '2026-11-20',
          title: '',
          species: '',
          description: '',
          bottle_number: bottle,
          reason: '',
          added: null,
          used: null,
          adjusted: null,
          balance: 20,
          container_size: 20,
          empty: false,
        },
      ],
    ],
    ...(previousId === undefined ? {} : { previous_id: previousId }),
    closing: { bottle_number: bottle, container_size: 20, balance: 20 },
  } satisfies BalanceContent)

export const sheetDraft = (more: Partial<SheetDraft> = {}): SheetDraft => ({
  kind: 'sheet',
  species: 0,
  name: '',
  patient_id: '',
  weight: '',
  weight_units: '-',
  outcome: 'N/A',
  procedure: null,
  anesthesia_protocol: null,
  emergency_protocol: null,
  injections: [],
  saved_as: null,
  ...more,
})
