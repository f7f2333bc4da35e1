import type { Collection } from 'sync-protocol/records/envelope'
import type { ViewRecord } from './clinic-database.ts'

export interface ViewChange {
  collection: Collection
  _id: string
  /** What the view holds now; undefined when it left the view. */
  record: ViewRecord | undefined
}
type Listener = (clinicName: string, changes: readonly ViewChange[]) => void

const listeners = new Set<Listener>()

/** Hears of every change of this tab's view, after its transaction is complete. */
export function onViewChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function viewChanged(clinicName: string, changes: readonly ViewChange[]): void {
  for (const listener of listeners) listener(clinicName, changes)
}
