import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { safeFileName } from 'sync-protocol/rules/file-name'
import type { SettingValues } from '../../data/database/setting-values.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { countLabelPrints } from '../../data/database/label-prints.ts'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import { handOut } from '../../ui/hand-out.ts'
import { unprintableNames } from '../../exports/label-names.ts'
import { labelSizes, type LabelPaper, type LabelSize } from '../../exports/label-paper.ts'
import { makePdf, wantPdf } from '../../exports/make-pdf.ts'
import { usePerson } from '../../records/use-person.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDateTime, formatFileDate } from '../../ui/format.ts'
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { labelsText as text, type LabelsOf } from './labels-text.ts'
import { lineOf, type Counted, type LabelledSheet, type LabelsOfRow } from './labels-of.ts'
import './many.css'
import { manyText } from './many-text.ts'
import { useLabels } from './use-labels.ts'

const SIZE = 'label-size'

interface LabelsModalProps {
  day: string
  rows: readonly DayRow[]
  contested: ReadonlySet<string>
  /** Sheets that nobody saved yet, by the id that their rows name. */
  sheets?: ReadonlyMap<string, LabelledSheet>
  /** The patient who is chosen at first; without one, whoever has a label to print. */
  only?: string | undefined
  onClose: () => void
}

type Ofs = LabelsOfRow<{ print: number }>

type Prints = SettingValues['label_prints']

/** One of them was never printed here, or for another weight. */
const isToPrint = ({ row, labels }: Ofs, prints: Prints) =>
  labels.some(
    ({ paper, label, weight }) =>
      paper.print === 1 || (prints[row._id]?.weights?.[label] ?? weight) !== weight,
  )

/** Labels for the syringes or the patients of the day, made on this tablet, each as large as its page. */
export function LabelsModal({ day, rows, contested, sheets, only, onClose }: LabelsModalProps) {
  const person = usePerson()
  const [of, setOf] = useState<LabelsOf>('syringes')
  const [size, setSize] = useState<LabelSize>(
    () => labelSizes().find((one) => one === keptChoice(SIZE, person._id)) ?? '50.8x25.4',
  )
  /** Null: whoever has a label to print. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(() =>
    only === undefined ? null : new Set([only]),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const [at] = useState(() => new Date(now()))
  const all = useLabels(rows, contested, formatDateTime(at, person.time_zone), sheets)
  useEffect(wantPdf, [])
  const offered: readonly Ofs[] = (all?.[of] ?? []).filter(({ labels }) => labels.length > 0)
  const lacking = (all?.[of] ?? []).filter(({ labels }) => labels.length === 0)
  const those = offered.filter((one) =>
    chosen === null ? isToPrint(one, all?.prints ?? {}) : chosen.has(one.row._id),
  )
  const count = those.reduce((sum, { labels }) => sum + labels.length, 0)
  const choose = (next: ReadonlySet<string> | null) => {
    setChosen(next)
    setProblem(null)
  }

  const print = async () => {
    if (all === undefined || isPrinting) return
    if (count === 0) return setProblem(text.needOne)
    const ids = new Set(those.map(({ row }) => row._id))
    const papers = <T,>(from: readonly LabelsOfRow<T>[]): readonly Counted<T>[] =>
      from.filter(({ row }) => ids.has(row._id)).flatMap(({ labels }) => labels)
    const { clinic } = clinicOnPaper(person, clinicSettings.getState())
    const title = text.fileName(formatFileDate(day), of)
    const paper: LabelPaper =
      of === 'syringes'
        ? { title, clinic, size, of, labels: papers(all.syringes).map((one) => one.paper) }
        : { title, clinic, size, of, labels: papers(all.patients).map((one) => one.paper) }
    const nameless = unprintableNames(paper)
    if (nameless.length > 0) return setProblem(text.nameless(nameless))
    setPrinting(true)
    try {
      const file = await makePdf({ kind: 'labels', paper }).file
      if ((await handOut(file, `${safeFileName(title)}.pdf`)) === 'cancelled') return setPrinting(false)
      await countLabelPrints(currentClinic(), papers<object>(all[of]), new Date(now()).toISOString())
    } catch (error) {
      console.error(error)
      setPrinting(false)
      return setProblem(text.notPrintedNow)
    }
    onClose()
    showToast({ text: text.done(count) })
  }

  return (
    <Modal
      title={text.title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <p className="many-counts quiet" aria-live="polite">
            {text.chosen(count)}
          </p>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" busy={isPrinting && text.printing} onClick={() => void print()}>
            {text.print(count)}
          </Button>
        </>
      }
    >
      <div className="many-what">
        <Segmented<LabelsOf>
          label={text.of}
          value={of}
          options={(['syringes', 'patients'] as const).map((value) => ({ value, label: text.kinds[value] }))}
          onChange={(next) => {
            setOf(next)
            choose(only === undefined ? null : new Set([only]))
          }}
        />
        <Segmented<LabelSize>
          label={text.size}
          value={size}
          options={labelSizes().map((value) => ({ value, label: text.sizes[value] }))}
          onChange={(next) => {
            setSize(next)
            keepChoice(SIZE, next, person._id)
          }}
        />
      </div>
      {problem !== null && (
        <p className="field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{problem}</span>
        </p>
      )}
      {all !== undefined && (
        <>
          {offered.length === 0 && <p>{text.none}</p>}
          {offered.length > 0 && (
            <fieldset className="many-quickly" aria-label={text.quickly}>
              <Button onClick={() => choose(null)}>
                {text.notPrinted(offered.filter((one) => isToPrint(one, all.prints)).length)}
              </Button>
              <Button onClick={() => choose(new Set(offered.map(({ row }) => row._id)))}>
                {text.all(offered.length)}
              </Button>
              <Button onClick={() => choose(new Set())}>{text.nobody}</Button>
            </fieldset>
          )}
          {lacking.length > 0 && (
            <p className="labels-lacking">
              {text.noLabels(lacking.map(({ row, lack }) => lackWords(row, lack)))}
            </p>
          )}
          <ul className="many-list" aria-label={text.list}>
            {offered.map((one) => {
              const { _id, content } = one.row
              const isChosen = those.includes(one)
              return (
                <li key={_id} data-chosen={isChosen || undefined}>
                  <Checkbox
                    label={manyText.patient(lineOf(rows, one.row), content.name)}
                    description={saysOf(one)}
                    checked={isChosen}
                    onChange={(isChecked) => {
                      const ids = those.map(({ row }) => row._id)
                      choose(new Set(isChecked ? [...ids, _id] : ids.filter((id) => id !== _id)))
                    }}
                  />
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Modal>
  )
}

const lackWords = ({ content }: DayRow, lack: Ofs['lack']): string =>
  lack === undefined ? content.name : text.lacks(content.name, lack)

function saysOf({ labels }: Ofs): string {
  const before = Math.max(...labels.map(({ paper }) => paper.print)) - 1
  const count = text.labels(labels.length)
  return before === 0 ? count : text.printed(count, before)
}
