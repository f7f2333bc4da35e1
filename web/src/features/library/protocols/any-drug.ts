import type { Measured } from 'sync-protocol/records/amount-unit'
import type { JudgedBy } from 'sync-protocol/records/drug'
import type { Form, Route } from 'sync-protocol/records/fields'
import type { Row } from './rows.ts'

export type NumberName = 'concentration' | 'dosage' | 'dosage_from' | 'dosage_to'

/** A drug of either protocol, its numbers as typed. */
export type AnyDrug = Row &
  Measured &
  JudgedBy & {
    name: string
    route: Route
    form: Form
    controlled: boolean
    schedule?: string | undefined
    source_id?: string | undefined
  } & Partial<Record<NumberName, string>>
export type DrugChange = Partial<Record<NumberName, string>> & { route?: Route; form?: Form }
