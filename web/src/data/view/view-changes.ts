import type { ObservabilitySet, Transaction } from 'dexie'
import type { Collection } from 'sync-protocol/records/envelope'
import type { ViewRecord } from '../database/clinic-rows.ts'

export interface ViewChange {
  collection: Collection
  _id: string
  /** What the view holds now; undefined when it left the view. */
  record: ViewRecord | undefined
}
type Listener = (clinicName: string, changes: readonly ViewChange[]) => void

const listeners = new Set<Listener>()

/** Hears of every change of this tab's view, after its transaction is complete; of what is shown at once, before. */
export function onViewChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const undoing = new Set<Listener>()

/** Hears of changes that were told, or were about to be, and came to nothing: what is stored is read again. */
export function onViewUndone(listener: Listener): () => void {
  undoing.add(listener)
  return () => undoing.delete(listener)
}

export function viewUndone(clinicName: string, changes: readonly ViewChange[]): void {
  for (const listener of undoing) listener(clinicName, changes)
}

export function viewChanged(clinicName: string, changes: readonly ViewChange[]): void {
  for (const listener of listeners) listener(clinicName, changes)
}

const writing = new Set<IDBTransaction>()

/** In this transaction the view changes: `viewChanged` tells of it once it is complete. */
export function changesViewIn(transaction: Transaction): void {
  const { idbtrans } = transaction
  if (writing.has(idbtrans)) return
  writing.add(idbtrans)
  // Dexie's own hook comes after it has told of the changes, the browser's event may come before.
  transaction.on('complete', () => writing.delete(idbtrans))
  idbtrans.addEventListener('abort', () => writing.delete(idbtrans))
}

/** Whether what Dexie tells as changed was changed by this tab, whose lists hear of every record: Dexie tells all tabs alike. */
export function isToldAlready(parts: ObservabilitySet): boolean {
  for (const transaction of writing)
    if ((transaction as { mutatedParts?: ObservabilitySet }).mutatedParts === parts) return true
  return false
}
