import { Dexie } from 'dexie'

/** What browsers call it when the connection went, and not the work. */
const OF_CONNECTIONS = new Set(['DatabaseClosedError', 'UnknownError'])
/** What may be of the connection or of the work. */
const OF_BOTH = new Set(['AbortError', 'InvalidStateError', 'TransactionInactiveError'])

/** How long a browser may take, after it aborted what ran, to say that the connection is closed. */
const CLOSING_MS = 100

/**
 * Whether this failed because the connection was lost: Safari loses it after a while in the background ("Connection to
 * Indexed Database server lost"), any browser when its storage is cleared.
 * @param before the connection that the work began with
 */
export async function wasLost(database: Dexie, before: IDBDatabase | null, error: unknown): Promise<boolean> {
  if (!(error instanceof Error)) return false
  if (OF_CONNECTIONS.has(error.name)) return true
  if (!OF_BOTH.has(error.name)) return false
  await new Promise((resolve) => setTimeout(resolve, CLOSING_MS))
  return connectionOf(database) !== before
}

/** The connection of this moment, null while there is none. */
export const connectionOf = (database: Dexie): IDBDatabase | null =>
  database.isOpen() ? database.backendDB() : null

/** A new connection in place of one that was lost; not in place of one that was closed for good. */
export async function reopen(database: Dexie): Promise<void> {
  database.close({ disableAutoOpen: false })
  await database.open()
}

/** While a browser clears its storage it may refuse to open any. */
const AGAIN_MS = [0, 500, 2_000, 10_000, 30_000]

async function openAgain(database: Dexie): Promise<void> {
  for (const wait of AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      await database.open()
      return
    } catch (error) {
      console.error('The database cannot be opened again.', database.name, error)
    }
  }
}

let hearsReopened: () => void = () => undefined

/** Hears that a lost connection was opened again: perhaps the browser deleted what was stored. */
export function hearReopened(listener: () => void): void {
  hearsReopened = listener
}

/** Opens what somebody's use could not open while the browser cleared its storage: Dexie itself tries once, and then refuses all. */
export async function openIfRefused(database: Dexie): Promise<void> {
  if (database.hasFailed() && !database.hasBeenClosed()) await database.open()
}

/**
 * Opens the database again as soon as its connection is lost, and lets everything on the screen be read anew, since what was
 * read at that moment came to nothing.
 */
export function keepOpen(database: Dexie, onReopened: () => void = () => hearsReopened()): void {
  let connections = 0
  const readAnew = () => {
    Dexie.on('storagemutated').fire({ all: true })
    onReopened()
  }
  database.on(
    'ready',
    () => {
      if (connections++ > 0) setTimeout(readAnew, 0)
      database.backendDB().addEventListener('close', () => {
        console.warn('The connection to the database was lost.', database.name)
        void openAgain(database)
      })
    },
    true,
  )
}
