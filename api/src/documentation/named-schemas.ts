import { day, id, instant } from 'sync-protocol/records/fields'
import { recordEnvelope, recordMeta, voided } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import { ledgerEntry, ledgerFactEntry, ledgerRestoreEntry } from 'sync-protocol/records/ledger-entry'
import { mutation } from 'sync-protocol/records/mutation'
import { mutationResult } from 'sync-protocol/records/outcome'
import { protocolDrug, protocolFluid, protocolSection } from 'sync-protocol/records/anesthesia-protocol'
import { balanceRow } from 'sync-protocol/records/balance'
import { emergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { reversal } from 'sync-protocol/records/reversal'
import { sheetDrug, sheetEmergencyDrug, sheetFluid } from 'sync-protocol/records/sheet'
import { profile } from 'sync-protocol/wire/accounts'
import { logEntry } from 'sync-protocol/wire/action-log'
import { listedDevice } from 'sync-protocol/wire/device-list'
import { standing } from 'sync-protocol/wire/device-standing'
import { errorBody } from 'sync-protocol/wire/errors'
import { organization, organizationUser } from 'sync-protocol/wire/organization'
import { ownSession } from 'sync-protocol/wire/own-account'
import { program } from 'sync-protocol/wire/programs'
import * as z from 'zod'
import { drugItemContent, itemSchema } from '../documented-api/item.ts'
import { failedList } from '../documented-api/list-replies.ts'

/** The schemas that the document says once, by name. */
const NAMED: Readonly<Record<string, z.core.$ZodType>> = {
  Error: errorBody,
  FailedList: failedList,
  Profile: profile,
  Organization: organization,
  User: organizationUser,
  OwnSession: ownSession,
  Program: program,
  Device: listedDevice,
  DeviceStanding: standing,
  LogEntry: logEntry,
  LedgerEntry: ledgerEntry,
  LedgerFactEntry: ledgerFactEntry,
  LedgerRestoreEntry: ledgerRestoreEntry,
  Record: recordEnvelope,
  RecordMeta: recordMeta,
  Voided: voided,
  Mutation: mutation,
  MutationResult: mutationResult,
  Drug: drugItemContent,
  Reversal: reversal,
  Fluid: kinds.fluids.content,
  AnesthesiaProtocol: kinds.anesthesia_protocols.content,
  EmergencyProtocol: kinds.emergency_protocols.content,
  Injection: kinds.injections.content,
  Procedure: kinds.procedures.content,
  Sheet: kinds.sheets.content,
  BalanceSheet: kinds.balances.content,
  ProtocolDrug: protocolDrug,
  ProtocolSection: protocolSection,
  ProtocolFluid: protocolFluid,
  EmergencyDrug: emergencyDrug,
  SheetDrug: sheetDrug,
  SheetFluid: sheetFluid,
  SheetEmergencyDrug: sheetEmergencyDrug,
  BalanceRow: balanceRow,
  DrugItem: itemSchema.drugs,
  FluidItem: itemSchema.fluids,
  AnesthesiaProtocolItem: itemSchema.anesthesia_protocols,
  EmergencyProtocolItem: itemSchema.emergency_protocols,
  InjectionItem: itemSchema.injections,
  ProcedureItem: itemSchema.procedures,
  SheetItem: itemSchema.sheets,
  BalanceSheetItem: itemSchema.balances,
}

const DESCRIBED: readonly (readonly [z.core.$ZodType, string])[] = [
  [id, 'A UUID, in lower case.'],
  [instant, 'An instant in UTC.'],
  [day, 'A local day of the clinic, YYYY-MM-DD.'],
]

/** Writes the names down where zod looks them up; the protocol's own shapes are left as they are published. */
export function nameSchemas(): void {
  for (const [name, schema] of Object.entries(NAMED)) note(schema, { id: name })
  for (const [schema, description] of DESCRIBED) note(schema, { description })
}

function note(schema: z.core.$ZodType, more: { id?: string; description?: string }): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...more })
}
