import { useEffect, useRef, useState } from 'react'
import { EDITION } from 'sync-protocol/records/edition'
import { safeFileName } from 'sync-protocol/rules/file-name'
import { isCurrent, syncStatus, type SyncStatus } from '../../data/database/sync-status.ts'
import { now } from '../../data/database/time.ts'
import { appVersion } from '../../data/device/app-version.ts'
import { save } from '../../data/outbox/save.ts'
import { currentClinic, currentUser } from '../../data/people/session.ts'
import { readInitialsChoice } from '../../exports/balance-settings.ts'
import { readSheetSettings } from '../../exports/export-settings.ts'
import { CancelledError, makePdf, wantPdf } from '../../exports/make-pdf.ts'
import { ZipFullError } from '../../exports/zip-file.ts'
import { nextTask } from '../../in-slices.ts'
import { formatFileDate } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { allDataText as text } from './all-data-text.ts'
import { openDestination, type Destination } from './destination.ts'
import { makeAllData, type AllDataSources, type Progress } from './make-all-data.ts'
import type { Made } from './read-me-text.ts'

export type AllDataState =
  | { step: 'ready' | 'cancelled' }
  | { step: 'failed'; words: string }
  | { step: 'busy'; progress: Progress }
  | { step: 'made'; name: string; bytes: number; leftOut: readonly string[] }

/** Progress that is shown; drawing it takes time too. */
const SHOWN_MS = 100

function failureWords(error: unknown): string {
  if (error instanceof ZipFullError) return text.tooLarge
  const { name } = error instanceof Error ? error : { name: '' }
  const isFull = name === 'QuotaExceededError' || name === 'NotReadableError' || name === 'RangeError'
  return isFull ? text.noRoom : text.failed
}

function madeNow(status: SyncStatus): Made {
  const { org_name: clinic, name: by, time_zone: timeZone } = currentUser()
  return {
    clinic,
    by,
    at: new Date(now()).toISOString(),
    timeZone,
    version: appVersion(),
    edition: EDITION,
    heard: status.lastHeard,
    isCurrent: isCurrent(status),
    unsent: status.unsent,
  }
}

/** One file at a time, until it is there, cancelled, or the dialog is gone. */
export function useAllData(sources: () => Promise<AllDataSources>) {
  const [state, setState] = useState<AllDataState>({ step: 'ready' })
  const running = useRef<AbortController>(undefined)
  // Whoever is logged out, or lost the right to it, takes nothing along.
  useEffect(() => () => running.current?.abort(), [])

  function teller() {
    let told = -SHOWN_MS
    let phase = ''
    return (progress: Progress) => {
      if (progress.phase === phase && performance.now() - told < SHOWN_MS) return
      told = performance.now()
      ;({ phase } = progress)
      setState({ step: 'busy', progress })
    }
  }

  async function write(name: string, destination: Destination, withPdfs: boolean, signal: AbortSignal) {
    const user = currentUser()
    const status = syncStatus.getState()
    const ready = await sources()
    const letGo = withPdfs ? wantPdf() : undefined
    let bytes = 0
    const written = await makeAllData({
      clinic: currentClinic(),
      sources: ready,
      made: madeNow(status),
      isLoaded: status.loaded,
      pdfs: withPdfs
        ? {
            sheets: { ...readSheetSettings(user._id), procedureNotes: true },
            balances: { initials: readInitialsChoice(user._id), orientation: 'landscape' },
          }
        : null,
      sink: {
        write: (part) => {
          bytes += part.byteLength
          return destination.write(part)
        },
      },
      makePdf,
      signal,
      onProgress: teller(),
      pause: nextTask,
    }).finally(() => letGo?.())
    if (signal.aborted) throw new CancelledError()
    await destination.finish()
    setState({ step: 'made', name, bytes, leftOut: written.leftOut })
    await save({ action: 'organization.export', detail: name.slice(0, 200), ops: [] }).catch(
      (error: unknown) => {
        console.error(error)
        showToast({ text: text.notLogged, kind: 'attention' })
      },
    )
  }

  async function start(withPdfs: boolean): Promise<void> {
    if (running.current) return
    const { org_name, time_zone } = currentUser()
    const name = `${safeFileName(text.fileName(org_name, formatFileDate(new Date(now()), time_zone)))}.zip`
    const controller = new AbortController()
    running.current = controller
    let destination: Destination | null = null
    try {
      destination = await openDestination(name)
      if (destination === null) return
      // The dialog may be gone by then.
      if (controller.signal.aborted) throw new CancelledError()
      setState({ step: 'busy', progress: { phase: 'records', done: 0, of: 0 } })
      await write(name, destination, withPdfs, controller.signal)
    } catch (error) {
      await destination?.abandon().catch((left: unknown) => console.warn(left))
      if (error instanceof CancelledError) setState({ step: 'cancelled' })
      else {
        console.error(error)
        setState({ step: 'failed', words: failureWords(error) })
      }
    } finally {
      running.current = undefined
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}
