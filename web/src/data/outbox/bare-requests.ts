import { Dexie, mergeRanges, RangeSet, type IntervalTree, type Table } from 'dexie'
import type { ClinicDatabase } from '../database/clinic-database.ts'
import { outermost } from '../view/write-view.ts'

/** Whatever its key is, and whoever gives that. */
type TableOf<T> = Pick<Table<T>, 'name' | 'schema' | 'toArray'>

const everything = () => new RangeSet(Dexie.minKey, Dexie.maxKey)

/**
 * Requests of the running transaction without Dexie's layers, which took more of a save than the disk: only for what each
 * save does. What is put is not waited for: when one of it fails the browser aborts all, and whoever waits for the
 * transaction is told. Live reads of this tab and of others hear of it once it is complete.
 */
export class BareRequests {
  private readonly clinic: ClinicDatabase
  private readonly running: IDBTransaction
  private readonly changed: Record<string, IntervalTree>

  constructor(clinic: ClinicDatabase) {
    this.clinic = clinic
    this.running = outermost(Dexie.currentTransaction).idbtrans
    // Where Dexie itself gathers what it tells once the transaction is complete.
    this.changed = (this.running as { mutatedParts?: Record<string, IntervalTree> }).mutatedParts ??= {}
  }

  get<T>(table: TableOf<T>, key: IDBValidKey): IDBRequest<T | undefined> {
    return this.running.objectStore(table.name).get(key) as IDBRequest<T | undefined>
  }

  /** The key of `value` is in it. */
  put<T>(table: TableOf<T>, value: NoInfer<T>, key: string): void {
    this.note(table, new RangeSet(key))
    abortingAll(this.running.objectStore(table.name).put(value))
  }

  /** The database gives `value` its key. */
  add<T>(table: TableOf<T>, value: NoInfer<T>): void {
    this.note(table, everything())
    abortingAll(this.running.objectStore(table.name).add(value))
  }

  /** As Dexie tells it, but that every read by an index hears of it: what the row was before is not known here. */
  private note({ name, schema }: TableOf<unknown>, keys: RangeSet): void {
    const place = `idb://${this.clinic.name}/${name}/`
    this.widen(place, keys)
    this.widen(`${place}:dels`, keys)
    for (const index of schema.indexes) this.widen(place + index.name, everything())
  }

  /** What Dexie noted itself is a bare tree, without methods. */
  private widen(place: string, range: RangeSet): void {
    mergeRanges((this.changed[place] ??= new RangeSet()), range)
  }
}

/** An error that goes on to Dexie's own listener would be taken as dealt with, and the rest of the transaction stored. */
function abortingAll(request: IDBRequest): void {
  request.addEventListener('error', (event) => event.stopPropagation())
}

/** Once the last of these requests of one transaction is answered. */
export function answered(requests: readonly IDBRequest[]): Promise<void> {
  return new Dexie.Promise((resolve, reject) => {
    const fail = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      reject((event.target as IDBRequest).error ?? new Error('A request failed.'))
    }
    for (const request of requests) request.addEventListener('error', fail)
    requests.at(-1)?.addEventListener('success', () => resolve())
  })
}
