import { CircleAlert, FileUp } from 'lucide-react'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import { forgetTyped, keepTyped, readTyped } from '../../../data/drafts/typed-in-tab.ts'
import { pastedTable } from '../../../records/pasted-table.ts'
import { inSlices, nextTask } from '../../../in-slices.ts'
import { usePerson } from '../../../records/use-person.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ImportAnswers } from './import-answers.tsx'
import { importDrugs, isOneChange, wantedOf } from './import-drugs.ts'
import { ImportRows } from './import-rows.tsx'
import { importText as text } from './import-text.ts'
import './import.css'
import { FILE_BYTES_MAX, textOf } from './read-file.ts'
import {
  isWaiting,
  readRows,
  rowReader,
  startImport,
  waitingOnly,
  type DrugImport,
  type ImportRow,
  type RowReader,
} from './read-import.ts'
import { sayImported } from './say-imported.ts'
import { useStoredDrugs } from './use-stored-drugs.ts'

const ROWS_MAX = 2_000
const CELLS_MAX = 60_000
const PLACE = 'drug-import/1'

interface Typed {
  typed: string
  /** Null while it is only a text. */
  file: DrugImport | null
}

type Library = NonNullable<ReturnType<typeof useStoredDrugs>>
const partsOf = ({ drugs, sections }: Library) => [drugs, sections] as const

/** A reader that has read all rows of a file already, piece by piece: hundreds at once hold a tablet up. */
interface ReadAhead {
  file: DrugImport
  library: Library
  reader: RowReader
}

/** Null where it read with other columns or answers, or another library. */
const readAhead = (ahead: ReadAhead | null, file: DrugImport, library: Library): RowReader | null =>
  ahead !== null &&
  ahead.library === library &&
  ahead.file.columns === file.columns &&
  ahead.file.units === file.units &&
  ahead.file.ofAll === file.ofAll
    ? ahead.reader
    : null

/**
 * Many drugs at once, from a file or a paste. Nothing is in the library before ADD. What stands here survives a reload, and a slip
 * that closes the window; CANCEL gives it up.
 */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { _id: userId } = usePerson()
  const library = useStoredDrugs()
  const [{ typed, file }, setTyped] = useState(
    () => (readTyped(userId, PLACE) as Typed | null) ?? { typed: '', file: null },
  )
  const [error, setError] = useState<string | undefined>()
  const [isSaving, setSaving] = useState(false)
  /** Another text, another file, and closing end it. */
  const [reading, setReading] = useState<{ from: string; begun: DrugImport } | null>(null)
  const [ahead, setAhead] = useState<ReadAhead | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { columns, units, ofAll } = file ?? {}
  const reader = useMemo(
    // Of the rows only the cells are read with it.
    () =>
      library && file ? (readAhead(ahead, file, library) ?? rowReader(file, ...partsOf(library))) : null,
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [library, columns, units, ofAll, ahead],
  )
  const rows = useMemo(() => (reader && file ? readRows(file, reader) : []), [reader, file])

  // A file may be chosen before the library is there, and read again where the library changes meanwhile.
  useEffect(() => {
    if (reading === null || library === undefined) return undefined
    const { from, begun } = reading
    let isOver = false
    const readAll = async () => {
      const fresh = rowReader(begun, ...partsOf(library))
      const step = inSlices({ pause: nextTask, isOver: () => isOver })
      for (const cells of begun.cells) {
        fresh(cells)
        if (await step()) return
      }
      const next = { typed: from, file: begun }
      setReading(null)
      setAhead({ file: begun, library, reader: fresh })
      setTyped(next)
      setError(undefined)
      keepTyped(userId, PLACE, next)
    }
    readAll().catch((failure: unknown) => {
      console.error(failure)
      setReading(null)
      setError(text.notRead)
    })
    return () => {
      isOver = true
    }
  }, [reading, library, userId])

  const change = (next: Typed) => {
    setReading(null)
    setTyped(next)
    setError(undefined)
    keepTyped(userId, PLACE, next)
  }
  const giveUp = () => {
    forgetTyped(userId, PLACE)
    onClose()
  }
  const show = (from: string) => {
    const table = pastedTable(from, CELLS_MAX)
    if (table === null || table.length > ROWS_MAX) return setError(text.tooMuch(ROWS_MAX))
    const begun = startImport(table)
    if (begun.cells.length === 0) return setError(text.empty)
    setReading({ from, begun })
  }
  const read = async (from: () => string | Promise<string>) => {
    setReading(null)
    try {
      show(await from())
    } catch (failure) {
      console.error(failure)
      setReading(null)
      setError(text.notRead)
    }
  }
  const choose = (chosen: File) => {
    if (chosen.size > FILE_BYTES_MAX) return setError(text.tooMuch(ROWS_MAX))
    void read(async () => textOf(new Uint8Array(await chosen.arrayBuffer())))
  }

  async function add() {
    if (isSaving || file === null) return
    const wanted = wantedOf(rows)
    const [added, updated] = [wanted.added.length, wanted.updated.length]
    if (added + updated === 0) return setError(text.nothing)
    if (!isOneChange(wanted)) return setError(text.notOneChange(MUTATION_OPS_MAX))
    setSaving(true)
    try {
      const takeBack = await importDrugs(wanted)
      sayImported(added, updated, takeBack)
    } catch (failure) {
      console.error(failure)
      return setError(text.notSaved)
    } finally {
      setSaving(false)
    }
    // What waits for a correction stays.
    const waits = rows.flatMap((row, at) => (isWaiting(row) ? [at] : []))
    if (waits.length === 0) return giveUp()
    change({ typed, file: waitingOnly(file, waits) })
  }

  if (file === null)
    return (
      <Modal
        title={text.title}
        onClose={onClose}
        footer={
          <>
            <Button onClick={giveUp}>{text.cancel}</Button>
            <Button
              kind="primary"
              busy={reading !== null && text.reading}
              onClick={() => void read(() => typed)}
            >
              {text.show}
            </Button>
          </>
        }
      >
        <div className="stack">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={text.file}
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              target.value = ''
              if (chosen) choose(chosen)
            }}
          />
          <div>
            <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
              {text.choose}
            </Button>
          </div>
          <TextArea
            label={text.list}
            hint={text.hint}
            rows={8}
            value={typed}
            error={error}
            onChange={(value) => change({ typed: value, file: null })}
          />
        </div>
      </Modal>
    )

  const wanted = wantedOf(rows)
  return (
    <Modal
      title={text.title}
      size="full"
      onClose={onClose}
      footer={
        <>
          <p className="import-counts quiet" aria-live="polite">
            <Counts rows={rows} added={wanted.added.length} updated={wanted.updated.length} />
          </p>
          <Button onClick={() => change({ typed, file: null })}>{text.back}</Button>
          <Button
            kind={wanted.added.length + wanted.updated.length > 0 ? 'primary' : 'quiet'}
            busy={isSaving && text.adding}
            onClick={() => void add()}
          >
            {text.add(wanted.added.length, wanted.updated.length)}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <p className="field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {library && reader && (
        <>
          <ImportAnswers
            file={file}
            rows={rows}
            sections={library.sections}
            onChange={(next) => change({ typed, file: next })}
          />
          <ImportRows
            file={file}
            rows={rows}
            sections={library.sections}
            onChange={(next) => change({ typed, file: next })}
          />
        </>
      )}
    </Modal>
  )
}

/** A number never stands apart from what it counts; what needs a person stands out. */
function Counts({ rows, added, updated }: { rows: readonly ImportRow[]; added: number; updated: number }) {
  const waits = rows.filter(isWaiting).length
  const unusual = rows.filter((row) => row.unusual.length > 0).length
  const left = rows.filter(({ choice }) => choice === 'skip').length
  const said = [
    { words: text.ready(added), kind: 'ready' },
    ...(updated > 0 ? [{ words: text.updates(updated), kind: 'ready' }] : []),
    ...(waits > 0 ? [{ words: text.waits(waits), kind: 'wait' }] : []),
    ...(unusual > 0 ? [{ words: text.unusual(unusual), kind: 'unusual' }] : []),
    ...(left > 0 ? [{ words: text.skipped(left), kind: 'left' }] : []),
  ]
  return said.map(({ words, kind }, at) => (
    <Fragment key={words}>
      {at > 0 && ' · '}
      <span className={`import-count-${kind}`}>{words.replace(' ', '\u00a0')}</span>
    </Fragment>
  ))
}
