import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { COLLECTIONS, type Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { defaultBalanceFileName } from 'sync-protocol/rules/file-name'
import { contentIn } from 'sync-protocol/records/kinds'
import { CONTENTS } from 'sync-protocol/testing/contents'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import { OfflineError } from '../../data/people/server-call.ts'
import { CancelledError } from '../../exports/make-pdf.ts'
import type { PaperJob } from '../../exports/paper-job.ts'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { makeAllData, type AllDataJob } from './make-all-data.ts'

const ANA = '0193aaaa-0000-7000-8000-0000000000a1'
let made = 0
/** It leaves the mark at the beginning that Excel needs. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const idOf = (nth: number) => `0193bbbb-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`

function record(collection: Collection, content: object | null, more: Partial<ViewRecord> = {}): ViewRecord {
  return {
    collection,
    _id: idOf(++made),
    schema: 1,
    version: 2,
    seq: 5,
    deleted: content === null,
    meta: { author_id: ANA, author_name: 'Ana', date_created: '2026-11-20T10:00:00.000Z' },
    content: content as JsonObject | null,
    load: 1,
    ...more,
  }
}

const VOIDED = { by: ANA, by_name: 'Ana', at: '2026-11-21T10:00:00.000Z', reason: 'Saved twice' }
const EXAMPLES: Readonly<Record<Collection, object>> = {
  ...(Object.fromEntries(Object.entries(CONTENTS).map(([name, { content }]) => [name, content])) as Record<
    keyof typeof CONTENTS,
    object
  >),
  conflicts: { kind: 'update', version: 3, groups: [{ group: 'dose', base: {}, theirs: {}, mine: {} }] },
  attention: { status: 'rejected', message: 'No', mutation: { id: ANA, ops: [{ op: 'delete' }] } },
}
let clinic: ClinicDatabase
const put = (...records: ViewRecord[]) =>
  Promise.all(records.map((one) => viewOf(clinic, one.collection).put(one as never)))

function jobOf(more: Partial<AllDataJob> = {}) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const job: AllDataJob = {
    clinic,
    sources: {
      sheetPaper: ({ _id, content, meta }) =>
        Promise.resolve({
          sheet: content,
          sheet_id: _id,
          author_name: meta.author_name,
          date_created: meta.date_created,
          clinic: 'Riverside',
        }),
      balancePaper: ({ content, meta }) =>
        Promise.resolve({
          content,
          author: { id: meta.author_id, name: meta.author_name },
          people: [],
          date_created: meta.date_created,
          clinic: 'Riverside',
          time_zone: 'America/New_York',
          ledger: { entered: false },
        }),
      ledger: () =>
        Promise.resolve({
          blob: new Blob(['{"ledger":1}\n']),
          name: 'ledger.jsonl',
          isWhole: true,
          entries: 7,
        }),
      actionLog: () => Promise.resolve({ blob: new Blob(['log']), name: 'action-log.csv' }),
    },
    made: {
      clinic: 'Riverside',
      by: 'Lee Lead',
      at: '2026-11-27T21:20:00.000Z',
      timeZone: 'America/New_York',
      version: '1.0.0 (test)',
      edition: 3,
      heard: '2026-11-27T21:19:00.000Z',
      isCurrent: true,
      unsent: 0,
    },
    isLoaded: true,
    pdfs: {
      sheets: { injectionPageBreak: false, emergencyPageBreak: true, procedureNotes: true },
      balances: { orientation: 'landscape', initials: true },
    },
    makePdf: (paper) => ({ file: Promise.resolve(new Blob([nameIn(paper)])), cancel: () => undefined }),
    sink: {
      write: (part) => {
        parts.push(part)
        return Promise.resolve()
      },
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    pause: () => Promise.resolve(),
    ...more,
  }
  const files = async () => {
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, file]) => [name, decoder.decode(file)]),
    )
  }
  return { job, files }
}

const nameIn = (job: PaperJob): string =>
  job.kind === 'sheet' ? job.paper.sheet.name : job.kind === 'balance' ? job.paper.content.drug_name : ''

/** What a zip of these settings holds, by name. */
async function madeOf(more: Partial<AllDataJob> = {}) {
  const { job, files } = jobOf(more)
  const written = await makeAllData(job)
  const found = await files()
  return { written, files: found, names: Object.keys(found), readme: found['README.txt'] ?? '' }
}

beforeEach(() => {
  made = 0
  clinic = clinicDatabase('org', { indexedDB: new IDBFactory(), IDBKeyRange })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('all data of a clinic', () => {
  it('holds every record of every collection as it is stored, with its tables, the ledger and the log', async () => {
    const records = COLLECTIONS.flatMap((collection) => [
      record(collection, EXAMPLES[collection]),
      record(collection, null),
    ])
    await put(...records)
    const { files, written } = await madeOf({ pdfs: null })
    for (const collection of COLLECTIONS) {
      const mine = records.filter((one) => one.collection === collection)
      const expected = mine.map(({ load: _load, ...rest }) => rest)
      expect(JSON.parse(files[`json/${collection}.json`] ?? '')).toEqual(expected)
      expect(files[`csv/${collection}.csv`]).toMatch(/^\uFEFF"_id",/)
      expect(files[`csv/${collection}.csv`]?.split('\r\n')).toHaveLength(1 + 2 + 1)
    }
    expect(files['csv/anesthesia_protocols-sections-drugs.csv']).toMatch(
      /^\uFEFF"record _id","sections no\.","drugs no\.","name",/,
    )
    expect(files['csv/columns.csv']).toContain('"drugs.csv","concentration","Concentration","mg/ml"')
    expect(files['ledger/ledger.jsonl']).toBe('{"ledger":1}\n')
    expect(files['action-log/action-log.csv']).toBe('log')
    expect(written.collections.map(({ count }) => count)).toEqual(COLLECTIONS.map(() => 2))
  })

  it('says in README.txt when, by whom, with which version, and how many records each file has', async () => {
    await put(
      record('drugs', CONTENTS.drugs.content),
      record('drugs', CONTENTS.drugs.content),
      record('drugs', null),
    )
    await put(record('draws', CONTENTS.draws.content, { voided: VOIDED }))
    const { readme } = await madeOf({ pdfs: null })
    for (const words of [
      'ALL DATA OF Riverside',
      'Made on 11/27/2026, 4:20 PM (America/New_York) by Lee Lead.',
      'App version 1.0.0 (test), edition 3 of the records.',
      'as the server had them on 11/27/2026, 4:19 PM',
      'It holds 4 records.',
      'Drugs: 3 records, 1 of them deleted',
      'csv/drugs.csv (3 rows)',
      'Controlled substance draws: 1 record, 1 of them voided',
      'ledger/ledger.jsonl (7 entries)',
      'PDFs: the person who exported left them out.',
    ])
      expect(readme).toContain(words)
  })

  it('names PDFs as the downloads are named, numbers those that would be named alike, and leaves deleted sheets out', async () => {
    const milo = { ...sampleSheet, name: 'Milo', day: '2026-11-20' }
    await put(record('sheets', milo), record('sheets', { ...milo, name: 'MILO' }), record('sheets', milo))
    await put(record('sheets', milo, { voided: VOIDED }))
    await put(
      record('balances', CONTENTS.balances.content),
      record('balances', CONTENTS.balances.content, { voided: VOIDED }),
    )
    const { names, readme, written } = await madeOf()
    const balance = names.find((name) => name.startsWith('pdf/balance-sheets/CS - ')) ?? ''
    expect(names.filter((name) => name.startsWith('pdf/'))).toEqual([
      'pdf/sheets/11.20.2026 - Milo.pdf',
      'pdf/sheets/11.20.2026 - MILO (2).pdf',
      'pdf/sheets/11.20.2026 - Milo (3).pdf',
      balance,
      balance.replace('.pdf', ' (2).pdf'),
    ])
    expect(written).toMatchObject({ sheets: 3, balances: 2 })
    expect(readme).toContain('The PDFs of 1 deleted sheet.')
  })

  it('goes on where a PDF cannot be made, and says which and why', async () => {
    const named = (name: string, drug?: string) => {
      const [section] = sampleSheet.anesthesia_protocol.sections
      const drugs = (section?.drugs ?? []).map((one) => ({
        ...one,
        ...(drug !== undefined && { name: drug }),
      }))
      const sections = [{ title: 'Opioid', drugs }]
      return { ...sampleSheet, name, anesthesia_protocol: { ...sampleSheet.anesthesia_protocol, sections } }
    }
    await put(record('sheets', named('Nameless', '氯胺酮')), record('sheets', named('Broken')))
    await put(record('sheets', named('小花')), record('sheets', named('Fine')))
    const counted = contentIn('balances', CONTENTS.balances.content)
    await put(record('balances', { ...counted, drug_name: '氯胺酮' }), record('balances', counted))
    const { names, readme } = await madeOf({
      makePdf: (paper) => ({
        file:
          nameIn(paper) === 'Broken' ? Promise.reject(new Error('no')) : Promise.resolve(new Blob(['%PDF'])),
        cancel: () => undefined,
      }),
    })
    const day = sampleSheet.day.replace(/(\d+)-(\d+)-(\d+)/, '$2.$3.$1')
    expect(names.filter((name) => name.startsWith('pdf/'))).toEqual([
      `pdf/sheets/${day} - 小花.pdf`,
      `pdf/sheets/${day} - Fine.pdf`,
      `pdf/balance-sheets/${defaultBalanceFileName(counted)}.pdf`,
    ])
    const lost = defaultBalanceFileName({ ...counted, drug_name: '氯胺酮' })
    expect(readme).toContain(
      `The PDF of ${lost}: a PDF cannot print the letters of the drug's name. The record is in json and csv.`,
    )
    expect(readme).toContain(`The PDF of ${day} - Nameless: a PDF cannot print the letters of a drug's name.`)
    expect(readme).toContain(`The PDF of ${day} - Broken: it could not be made.`)
    expect(readme).toContain(
      `${day} - 小花.pdf shows a placeholder for letters that a PDF cannot print: 小花`,
    )
  })

  it('makes no PDF of a sheet in whose code a drug would have no name', async () => {
    await put(record('sheets', { ...sampleSheet, name: 'Milo' }))
    const { job } = jobOf()
    const drug = '阿托品'
    const code = [{ what: drug, drug, day: '11/20/2026', time: '3:05:07 PM', since: '0:10', who: 'Ana' }]
    const sheetPaper: typeof job.sources.sheetPaper = async (saved) => ({
      ...(await job.sources.sheetPaper(saved)),
      code,
    })
    const { names, readme } = await madeOf({ sources: { ...job.sources, sheetPaper } })
    expect(names.filter((name) => name.startsWith('pdf/'))).toEqual([])
    expect(readme).toMatch(/The PDF of .* - Milo: a PDF cannot print the letters of a drug's name\./)
  })

  it('counts one entry of the ledger as one', async () => {
    const { job } = jobOf()
    const one = { blob: new Blob(['{}\n']), name: 'ledger.jsonl', isWhole: true, entries: 1 }
    const { readme } = await madeOf({ sources: { ...job.sources, ledger: () => Promise.resolve(one) } })
    expect(readme).toContain('ledger/ledger.jsonl (1 entry)')
  })

  it('works without a network, and says how old it is and what only the server has', async () => {
    const { job } = jobOf()
    const offline = () => Promise.reject(new OfflineError('no network'))
    const { names, readme } = await madeOf({
      sources: { ...job.sources, ledger: offline, actionLog: () => Promise.reject(new Error('403')) },
      made: { ...job.made, isCurrent: false, unsent: 2 },
      isLoaded: false,
    })
    expect(names.filter((name) => /ledger|action-log/.test(name))).toEqual([])
    for (const words of [
      'last read them from the server, on 11/27/2026, 4:19 PM',
      'Changes that the server did not have yet: 2.',
      'The ledger: the server could not be reached.',
      'The action log: the server did not send it.',
      'Records that this tablet had not loaded yet.',
    ])
      expect(readme).toContain(words)
  })

  it('keeps what this version does not know, as it came', async () => {
    const unknown = { ...record('drugs', { shape: 'new' }), collection: 'bottles' as Collection }
    await clinic.unread.put({ key: `bottles/${unknown._id}`, record: unknown })
    const { files, readme } = await madeOf({ pdfs: null })
    const { load: _load, ...rest } = unknown
    expect(JSON.parse(files['json/bottles.json'] ?? '')).toEqual([rest])
    expect(readme).toContain('csv/bottles.csv: this version of the app does not know these records.')
  })

  it('ends at once when it is cancelled, also the PDF that is being made', async () => {
    await put(record('sheets', sampleSheet), record('sheets', sampleSheet))
    const controller = new AbortController()
    let cancelled = 0
    const { job } = jobOf({
      signal: controller.signal,
      makePdf: () => {
        let fail: (error: Error) => void = () => undefined
        const file = new Promise<Blob>((_resolve, reject) => (fail = reject))
        setTimeout(() => controller.abort())
        return {
          file,
          cancel: () => {
            cancelled += 1
            fail(new CancelledError())
          },
        }
      },
    })
    await expect(makeAllData(job)).rejects.toThrow(CancelledError)
    expect(cancelled).toBe(1)
  })

  it('ends with what the disk says when that is full', async () => {
    const full = new DOMException('full', 'QuotaExceededError')
    const { job } = jobOf({ sink: { write: () => Promise.reject(full) } })
    await expect(makeAllData(job)).rejects.toBe(full)
  })

  it('tells how far it is, and lets the screen draw in between', async () => {
    await put(...Array.from({ length: 60 }, () => record('procedures', CONTENTS.procedures.content)))
    const told: string[] = []
    await madeOf({
      pdfs: null,
      onProgress: ({ phase, done, of }) => told.push(`${phase} ${done}/${of}`),
    })
    expect(told.slice(0, 3)).toEqual(['records 25/60', 'records 50/60', 'records 60/60'])
    expect(told.slice(3)).toEqual(['ledger 0/0', 'log 0/0', 'end 0/0'])
  })
})
