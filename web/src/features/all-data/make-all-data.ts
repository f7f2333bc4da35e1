import { COLLECTIONS } from 'sync-protocol/records/envelope'
import { defaultBalanceFileName, defaultSheetFileName, safeFileName } from 'sync-protocol/rules/file-name'
import type { ClinicDatabase } from '../../data/database/clinic-database.ts'
import { isLive, type LiveRecord, type UnreadRecord } from '../../data/database/clinic-rows.ts'
import { OfflineError } from '../../data/people/server-call.ts'
import { countRecords, recordsInPieces, unreadRecords } from '../../data/view/whole-view.ts'
import { isDrugLost, unprintableOnBalance } from '../../exports/balance-letters.ts'
import type { BalanceExportOptions, BalancePaper } from '../../exports/balance-paper.ts'
import type { SheetSettings } from '../../exports/export-settings.ts'
import { rowsWithoutName, unprintableRows } from '../../exports/letters.ts'
import { CancelledError, type Making } from '../../exports/make-pdf.ts'
import type { PaperJob } from '../../exports/paper-job.ts'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { freeName, ZipFile, type ZipSink } from '../../exports/zip-file.ts'
import { inSlices } from '../../in-slices.ts'
import { leftOutText as text } from './all-data-text.ts'
import { CollectionFiles, columnsFile } from './collection-files.ts'
import { readMe, type Made, type Written, type WrittenCollection } from './read-me-text.ts'

/** What other screens make, as they make it. */
export interface AllDataSources {
  sheetPaper(record: LiveRecord<'sheets'>): Promise<SheetPaper>
  balancePaper(record: LiveRecord<'balances'>): Promise<BalancePaper>
  /** Null when it was given up. */
  ledger(reading: {
    onProgress(read: number, of: number): void
    isOver(): boolean
  }): Promise<{ blob: Blob; name: string; isWhole: boolean; entries: number } | null>
  actionLog(): Promise<{ blob: Blob; name: string }>
}

export interface Progress {
  phase: 'records' | 'pdfs' | 'ledger' | 'log' | 'end'
  done: number
  of: number
}

export interface AllDataJob {
  clinic: ClinicDatabase
  sources: AllDataSources
  made: Made
  /** It has all records. */
  isLoaded: boolean
  pdfs: { sheets: SheetSettings; balances: BalanceExportOptions } | null
  makePdf(job: PaperJob): Making
  sink: ZipSink
  signal: AbortSignal
  onProgress(progress: Progress): void
  pause(): Promise<void>
}

/** Takes long enough to be said in between. */
interface Running extends AllDataJob {
  zip: ZipFile
  leftOut: string[]
  /** Lets the screen draw; throws when it was cancelled. */
  step(): Promise<void>
}

async function addCollections(running: Running): Promise<WrittenCollection[]> {
  const { clinic, zip, step, onProgress } = running
  const counts = await Promise.all(COLLECTIONS.map((collection) => countRecords(clinic, collection)))
  const of = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  const written: WrittenCollection[] = []
  for (const collection of COLLECTIONS) {
    const files = new CollectionFiles(collection)
    for await (const piece of recordsInPieces(clinic, collection)) {
      const jsons: string[] = []
      for (const record of piece) {
        jsons.push(files.take(record))
        await step()
      }
      files.flush(jsons)
      done += piece.length
      onProgress({ phase: 'records', done, of: Math.max(done, of) })
    }
    for (const { name, content } of files.files()) await zip.add(name, content)
    written.push(files.written())
  }
  const { name, content } = columnsFile(COLLECTIONS)
  await zip.add(name, content)
  return written
}

/** What a newer app on another tablet wrote, as it came. */
async function addUnread({ clinic, zip, leftOut }: Running): Promise<WrittenCollection[]> {
  const found = new Map<string, UnreadRecord['record'][]>()
  for (const record of await unreadRecords(clinic)) {
    const { collection }: { collection: string } = record
    found.set(collection, [...(found.get(collection) ?? []), record])
  }
  const written: WrittenCollection[] = []
  for (const [name, records] of found) {
    const texts = records.map(({ load: _load, ...record }) => JSON.stringify(record))
    await zip.add(`json/${name}.json`, new Blob([`[\n${texts.join(',\n')}\n]\n`]))
    leftOut.push(text.unread(name))
    const deleted = records.filter((record) => record.deleted).length
    const voided = records.filter((record) => record.voided !== undefined).length
    written.push({ name, many: name, count: records.length, deleted, voided, tables: [] })
  }
  return written
}

/** How many PDFs are to be made, and which; looked up ahead, so that the progress is one. */
interface Planned {
  sheets: number
  balances: number
  voidedSheets: number
}

async function planPdfs({ clinic, step }: Running): Promise<Planned> {
  const planned: Planned = { sheets: 0, balances: 0, voidedSheets: 0 }
  for await (const piece of recordsInPieces(clinic, 'sheets')) {
    for (const record of piece.filter(isLive))
      planned[record.voided === undefined ? 'sheets' : 'voidedSheets'] += 1
    await step()
  }
  for await (const piece of recordsInPieces(clinic, 'balances')) {
    planned.balances += piece.filter(isLive).length
    await step()
  }
  return planned
}

interface Paper {
  folder: 'pdf/sheets' | 'pdf/balance-sheets'
  /** Without its suffix. */
  name: string
  job: PaperJob
  /** Letters that it shows a placeholder for. */
  placeholders: readonly string[]
  /** Why no PDF is made of it, where a drug on it would have no name. */
  nameless: ((what: string) => string) | null
}

async function* papersOf(running: Running): AsyncGenerator<Paper> {
  const { clinic, sources, pdfs } = running
  if (pdfs === null) return
  for await (const piece of recordsInPieces(clinic, 'sheets'))
    for (const record of piece) {
      if (!isLive(record) || record.voided !== undefined) continue
      const paper = await sources.sheetPaper(record)
      const filename = defaultSheetFileName(record.content.day, record.content.name)
      yield {
        folder: 'pdf/sheets',
        name: safeFileName(filename),
        job: { kind: 'sheet', paper, options: { filename, ...pdfs.sheets } },
        placeholders: unprintableRows(paper, pdfs.sheets).map((row) => row.text),
        nameless: rowsWithoutName(paper).length > 0 ? text.noDrugName : null,
      }
    }
  for await (const piece of recordsInPieces(clinic, 'balances'))
    for (const record of piece.filter(isLive)) {
      const paper = await sources.balancePaper(record)
      yield {
        folder: 'pdf/balance-sheets',
        name: safeFileName(defaultBalanceFileName(record.content)),
        job: { kind: 'balance', paper, options: pdfs.balances },
        placeholders: unprintableOnBalance(paper),
        nameless: isDrugLost(record.content) ? text.noSubstanceName : null,
      }
    }
}

/** CANCEL ends the one that is being made at once. */
async function drawn(job: PaperJob, { makePdf, signal }: Running): Promise<Blob> {
  const making = makePdf(job)
  const cancel = () => making.cancel()
  signal.addEventListener('abort', cancel)
  try {
    return await making.file
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Null where none is made of it; the rest goes on. */
async function pdfOf({ name, job, nameless }: Paper, running: Running): Promise<Blob | null> {
  if (nameless !== null) {
    running.leftOut.push(nameless(name))
    return null
  }
  try {
    return await drawn(job, running)
  } catch (error) {
    if (error instanceof CancelledError) throw error
    console.error(error)
    running.leftOut.push(text.notMade(name))
    return null
  }
}

async function addPdfs(running: Running): Promise<{ sheets: number; balances: number }> {
  const { pdfs, zip, leftOut, step, onProgress } = running
  const done = { sheets: 0, balances: 0 }
  if (pdfs === null) {
    leftOut.push(text.pdfsNotWanted)
    return done
  }
  const planned = await planPdfs(running)
  if (planned.voidedSheets > 0) leftOut.push(text.voidedSheets(planned.voidedSheets))
  const of = planned.sheets + planned.balances
  const taken = { 'pdf/sheets': new Map<string, number>(), 'pdf/balance-sheets': new Map<string, number>() }
  let seen = 0
  let noRoom = 0
  onProgress({ phase: 'pdfs', done: 0, of })
  for await (const paper of papersOf(running)) {
    const file = noRoom > 0 ? null : await pdfOf(paper, running)
    if (file !== null && !zip.hasRoom(file.size)) noRoom = 1
    else if (noRoom > 0) noRoom += 1
    else if (file !== null) {
      const name = `${paper.folder}/${freeName(taken[paper.folder], paper.name, '.pdf')}`
      await zip.add(name, file, true)
      done[paper.folder === 'pdf/sheets' ? 'sheets' : 'balances'] += 1
      if (paper.placeholders.length > 0) leftOut.push(text.placeholders(name, paper.placeholders.join(', ')))
    }
    seen += 1
    onProgress({ phase: 'pdfs', done: seen, of: Math.max(of, seen) })
    await step()
  }
  if (noRoom > 0) leftOut.push(text.noRoomLeft(noRoom))
  return done
}

async function addLedger(running: Running): Promise<Written['ledger']> {
  const { sources, zip, signal, leftOut, onProgress } = running
  onProgress({ phase: 'ledger', done: 0, of: 0 })
  let ledger: Awaited<ReturnType<AllDataSources['ledger']>>
  try {
    ledger = await sources.ledger({
      onProgress: (done, of) => onProgress({ phase: 'ledger', done, of }),
      isOver: () => signal.aborted,
    })
  } catch (error) {
    console.error(error)
    leftOut.push(error instanceof OfflineError ? text.ledgerOffline : text.ledgerFailed)
    return null
  }
  if (ledger === null) throw new CancelledError()
  if (!ledger.isWhole) leftOut.push(text.ledgerBroken)
  const name = `ledger/${ledger.name}`
  await zip.add(name, ledger.blob)
  return { name, entries: ledger.entries }
}

async function addLog(running: Running): Promise<string | null> {
  const { sources, zip, leftOut, step, onProgress } = running
  onProgress({ phase: 'log', done: 0, of: 0 })
  let log: { blob: Blob; name: string }
  try {
    log = await sources.actionLog()
  } catch (error) {
    console.error(error)
    leftOut.push(error instanceof OfflineError ? text.logOffline : text.logFailed)
    return null
  }
  await step()
  const name = `action-log/${log.name}`
  await zip.add(name, log.blob)
  return name
}

/**
 * Writes everything of a clinic into a zip, as this tablet has it, and says what could not be included. The screen answers all
 * the while.
 * @throws CancelledError, ZipFullError, and what the sink throws
 */
export async function makeAllData(job: AllDataJob): Promise<Written> {
  const slices = inSlices({ pause: job.pause, isOver: () => false })
  const step = async () => {
    await slices()
    if (job.signal.aborted) throw new CancelledError()
  }
  const zip = new ZipFile(job.sink, step)
  const running: Running = { ...job, zip, leftOut: [], step }
  const { leftOut } = running
  if (!job.isLoaded) leftOut.push(text.loading)
  const collections = [...(await addCollections(running)), ...(await addUnread(running))]
  const ledger = await addLedger(running)
  await step()
  const log = await addLog(running)
  const written: Written = { collections, ...(await addPdfs(running)), ledger, log, leftOut }
  job.onProgress({ phase: 'end', done: 0, of: 0 })
  await zip.add('README.txt', new Blob([readMe(job.made, written)], { type: 'text/plain' }))
  await zip.end()
  return written
}
