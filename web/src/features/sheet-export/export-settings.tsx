import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkFileName, defaultSheetFileName } from 'sync-protocol/rules/file-name'
import { now } from '../../data/database/time.ts'
import { keepPrint, lastPrint } from '../../data/database/prints.ts'
import { currentClinic, currentUser } from '../../data/people/session.ts'
import { printOf, replacedPrint } from '../../exports/earlier-print.ts'
import {
  readSheetFormat,
  readSheetSettings,
  rememberSheetFormat,
  rememberSheetSettings,
  SHEET_FORMATS,
  type SheetFormat,
} from '../../exports/export-settings.ts'
import { rowsWithoutName, unprintableRows } from '../../exports/letters.ts'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Form } from '../../ui/form.tsx'
import { MadeFile } from '../../ui/made-file.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { exportSettingsText as text } from './export-settings-text.ts'
import './export-settings.css'
import { fetchAhead, generateSheet, logExport, type MadeSheet } from './generate-sheet.ts'
import { codeOfSheet, withTabletFacts } from './sheet-paper-facts.ts'

interface ExportSettingsProps {
  paper: SheetPaper
  onGenerated?: () => void
}

const FORMATS = SHEET_FORMATS.map((value) => ({ value, label: text.formats[value] }))
const OPTIONS = ['injectionPageBreak', 'emergencyPageBreak', 'procedureNotes'] as const

const printedAs = ({ sheet_id, draft_id }: SheetPaper) => draft_id ?? sheet_id

/** The file that this one replaces, also of before it was saved, or of another tab. A paper that does not know it is better than none. */
async function withLastPrint(paper: SheetPaper): Promise<SheetPaper> {
  const id = printedAs(paper)
  if (id === undefined) return paper
  try {
    const { before: _open, ...rest } = paper
    const before = replacedPrint(paper.sheet, paper.before, await lastPrint(currentClinic(), id))
    return before === undefined ? rest : { ...rest, before }
  } catch (error) {
    console.error(error)
    return paper
  }
}

/** Known of the sheet from now on; what cannot be kept holds up nobody. */
async function notePrint(paper: SheetPaper, at: string): Promise<void> {
  const id = printedAs(paper)
  if (id === undefined) return
  try {
    await keepPrint(currentClinic(), id, printOf(paper.sheet, at))
  } catch (error) {
    console.error(error)
  }
}

/** Its drugs are named before the export; what cannot be read now fails the press, which reads it again. */
const shownCode = (sheetId: string | undefined, timeZone: string) =>
  codeOfSheet(sheetId, timeZone).catch((error: unknown) => {
    console.error(error)
    return []
  })

/** File name, three options that this browser remembers, and GENERATE (`spec 1 §2`). Needs no network. */
export function ExportSettings({ paper, onGenerated }: ExportSettingsProps) {
  const [user] = useState(currentUser)
  const { sheet_id: sheetId } = paper
  const [fileName, setFileName] = useState(() => defaultSheetFileName(paper.sheet.day, paper.sheet.name))
  const [options, setOptions] = useState(() => readSheetSettings(user._id))
  const [format, setFormat] = useState<SheetFormat>(() => readSheetFormat(user._id))
  const [mistake, setMistake] = useState<string | null>(null)
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const [made, setMade] = useState<MadeSheet | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  // A text document takes every letter.
  const code = useLiveQuery(() => shownCode(sheetId, user.time_zone), [sheetId, user.time_zone])
  const [lacking, nameless] = useMemo(() => {
    if (format !== 'pdf') return [[], []]
    const printed = { ...paper, ...(code !== undefined && { code }) }
    return [unprintableRows(printed), rowsWithoutName(printed)]
  }, [paper, code, format])
  const refused = nameless.length > 0

  useEffect(() => fetchAhead(format), [format])

  const making = useRef(false)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  /** For this sheet alone: the next one has its own letters. */
  const goOnAsDocx = () => {
    flushSync(() => setFormat('docx'))
    submit.current?.focus()
  }

  const generate = async () => {
    if (making.current || refused) return
    const wrong = checkFileName(fileName)
    setMistake(wrong)
    if (wrong !== null) {
      input.current?.focus()
      return
    }
    making.current = true
    setState('busy')
    setMade(null)
    let file: MadeSheet
    try {
      const printed = { at: new Date(now()).toISOString(), timeZone: user.time_zone }
      file = await generateSheet(
        format,
        await withTabletFacts(await withLastPrint({ ...paper, printed }), user.time_zone),
        {
          filename: fileName.trim(),
          ...options,
        },
      )
      // The next one reads after this write, also when it is pressed before the write is over.
      void notePrint(paper, printed.at)
      setState('ready')
      setMade(file)
      onGenerated?.()
    } catch (error) {
      console.error(error)
      setState('failed')
      if (!open.current) showToast({ text: text.failed, kind: 'harm' })
      return
    } finally {
      making.current = false
    }
    // The file is there. Whoever presses again at once need not wait for the log's write.
    await logExport(file.name).catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.notLogged, kind: 'attention' })
    })
  }

  return (
    <Form className="stack" onSubmit={() => void generate()}>
      {lacking.length > 0 && (
        <Banner
          kind={refused ? 'harm' : 'attention'}
          title={refused ? text.nameless : text.lacking}
          action={{ label: text.takeDocx, onPress: goOnAsDocx }}
        >
          {refused ? text.namelessText : text.lackingText}
          <ul className="export-lacking">
            {(refused ? nameless : lacking).map(({ what, text: written }, nth) => (
              <li key={nth}>
                {what}: {written}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <TextField
        label={text.fileName}
        value={fileName}
        onChange={(value) => {
          setFileName(value)
          setMistake(null)
        }}
        suffix={text.suffix[format]}
        error={mistake ?? undefined}
        inputRef={input}
        onEnter={() => void generate()}
      />
      <div className="stack-tight">
        {OPTIONS.map((option) => (
          <Checkbox
            key={option}
            label={text[option]}
            checked={options[option]}
            onChange={(checked) => {
              const next = { ...options, [option]: checked }
              setOptions(next)
              rememberSheetSettings(user._id, next)
            }}
          />
        ))}
      </div>
      {state === 'failed' && <Banner kind="harm">{text.failed}</Banner>}
      <div className="export-generate">
        <Select
          label={text.format}
          value={format}
          options={FORMATS}
          onChange={(chosen) => {
            setFormat(chosen)
            rememberSheetFormat(user._id, chosen)
          }}
        />
        <Button
          ref={submit}
          type="submit"
          kind="primary"
          disabled={refused}
          busy={state === 'busy' && text.generating}
        >
          {text.generate}
        </Button>
      </div>
      <MadeFile file={made} words={text} />
    </Form>
  )
}
