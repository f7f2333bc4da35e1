import type { ClinicDatabase } from '../database/clinic-database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic, isSignedIn } from '../database/signed-in.ts'
import { now } from '../database/time.ts'

/** A paper that old lies on no table any more. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Under the id of who made the file, so that it goes with what the browser remembers of them. */
const keyOf = (userId: string, draftId: string): string => `new-sheet/${userId}/exported/${draftId}`

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const keysFor = (storage: Kept, draftId: string): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter(
    (key) => key.startsWith('new-sheet/') && key.endsWith(`/exported/${draftId}`),
  )

/** What this tablet keeps of the print of an open sheet, whoever has the sheet by now: the paper lies beside the tablet. */
export function keptPrint(storage: Kept, draftId: string): string | null {
  const [key] = keysFor(storage, draftId)
  return key === undefined ? null : storage.getItem(key)
}

/**
 * Keeps the last print of an open sheet, whoever made the one before; null where none is left. For the screens it is in `storage`;
 * the database of the clinic has it on the disk at once, where `storage` gets there seconds later.
 */
export function keepPrint(storage: Kept, userId: string, draftId: string, print: string | null): void {
  if (isSignedIn())
    keepOnDisk(currentClinic(), userId, draftId, print).catch((error: unknown) =>
      console.warn('What was printed of the sheet could not be kept for good.', error),
    )
  keepInStorage(storage, userId, draftId, print)
}

function keepInStorage(storage: Kept, userId: string, draftId: string, print: string | null): void {
  const own = keyOf(userId, draftId)
  if (print !== null) storage.setItem(own, print)
  for (const key of keysFor(storage, draftId)) if (print === null || key !== own) storage.removeItem(key)
}

/** Resolves when it is on the disk. */
export async function keepOnDisk(
  clinic: ClinicDatabase,
  by: string,
  draftId: string,
  print: string | null,
): Promise<void> {
  const at = new Date(now())
  const old = new Date(at.getTime() - KEPT_MS).toISOString()
  await clinic.transaction('rw', [clinic.settings], async () => {
    const kept = (await readSetting(clinic, 'sheet_prints')) ?? {}
    if (print === null && kept[draftId] === undefined) return
    const { [draftId]: _last, ...others } = kept
    const recent = Object.fromEntries(Object.entries(others).filter(([, other]) => other.at >= old))
    const next = print === null ? recent : { ...recent, [draftId]: { by, print, at: at.toISOString() } }
    await writeSetting(clinic, 'sheet_prints', next)
  })
}

const restored = new WeakSet<ClinicDatabase>()

/**
 * Brings what was printed back into `storage`, where the tablet went off before that was on the disk. Once in each visit: afterwards
 * `storage` is the newer one. What an earlier release kept is there alone, and stays.
 */
export async function bringPrintsBack(clinic: ClinicDatabase, storage: Kept | undefined): Promise<void> {
  if (storage === undefined || restored.has(clinic)) return
  const kept = Object.entries((await readSetting(clinic, 'sheet_prints')) ?? {})
  if (restored.has(clinic)) return
  restored.add(clinic)
  try {
    for (const [draftId, { by, print }] of kept)
      if (lastMoment(print) >= lastMoment(keptPrint(storage, draftId)))
        keepInStorage(storage, by, draftId, print)
  } catch (error) {
    // Full storage must never stop a sheet.
    console.warn('What was printed of open sheets could not be restored.', error)
  }
}

/** The later of when it was exported and when it was printed; '' where neither can be read. */
function lastMoment(print: string | null): string {
  return (print?.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []).sort().at(-1) ?? ''
}

/** When a file was made on this tablet of an open sheet that nobody saved since; null where none was. */
export function exportedAt(storage: Kept, draftId: string): string | null {
  const text = keptPrint(storage, draftId)
  // An earlier release kept the moment alone.
  if (text === null || !text.startsWith('{')) return text
  try {
    const { exportedAt: at } = JSON.parse(text) as { exportedAt?: unknown }
    return typeof at === 'string' ? at : null
  } catch (error) {
    console.warn('What was printed of the sheet cannot be read.', error)
    return null
  }
}
