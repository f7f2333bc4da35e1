import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { checkSections, type SectionProblem } from 'sync-protocol/rules/section-form'
import type { JsonObject } from 'sync-protocol/records/json'
import { opsIn, type Op } from 'sync-protocol/records/mutation'
import type { Species } from 'sync-protocol/records/fields'
import { newId } from '../../../data/database/ids.ts'
import {
  DecidedMeanwhileError,
  dropForm,
  isDecided,
  keepForm,
  type KeptForm,
} from '../../../data/drafts/kept-forms.ts'
import { sectionKeysLeft } from '../../../data/restore/section-keys.ts'
import { formKeeper } from '../../../data/drafts/form-keeper.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import {
  checkedRows,
  editsOf,
  isUnchanged,
  keyless,
  noEdits,
  sectionAdded,
  sectionRows,
  type SectionEdits,
  type SectionRow,
} from './section-edits.ts'
import { KEPT_SECTIONS, NoSectionKeyError, saveSections, type SectionsName } from './sections-saving.ts'
import { sectionsText as text } from './sections-text.ts'

type Phase = 'editing' | 'saving' | 'failed' | 'no key'

export interface SectionEditing {
  rows: readonly SectionRow[]
  edits: SectionEdits
  change: (next: SectionEdits) => void
  fault: (Omit<SectionProblem, 'index'> & { _id: string }) | null
  phase: Phase
  /** False while what is typed cannot be kept on the tablet. */
  kept: boolean
  /** What the form answers was decided elsewhere since. */
  decided: boolean
  /** What it goes on with, until that is given up. */
  continued: KeptForm | undefined
  add: () => void
  /** The section added last: its first title has the focus. */
  newest: string | undefined
  startOver: () => void
  save: () => void
  close: () => void
}

interface Options {
  sections: readonly LiveSection[]
  species: Species
  left: KeptForm | undefined
  onSaved: (ops: readonly Op[], edits: SectionEdits) => void
  onClose: () => void
  /** Closed with changes: `again` keeps them anew. */
  onDiscarded: (again: () => Promise<KeptForm>) => void
}

const asKept = (name: SectionsName, edits: SectionEdits, species: Species) => ({
  ...name,
  mode: 'edit' as const,
  species,
  values: edits as JsonObject,
  name: text.title,
})

/** As they were left, or as a refused change was made of them. */
function editsLeft(left: KeptForm | undefined, sections: readonly LiveSection[]): SectionEdits {
  const ops = left?.values === undefined ? opsIn(left?.intended) : undefined
  if (ops !== undefined) return editsOf(ops, sections)
  return { ...noEdits(), ...left?.values }
}

/** The state of the dialog: what is changed, what is wrong, saving, and keeping what is not saved. */
export function useSectionEdits({
  sections,
  species,
  left,
  onSaved,
  onClose,
  onDiscarded,
}: Options): SectionEditing {
  const [edits, setEdits] = useState<SectionEdits>(() => editsLeft(left, sections))
  const refused = left?.refused
  const [name] = useState<SectionsName>({ ...KEPT_SECTIONS, ...(refused !== undefined && { refused }) })
  const newestEdits = useRef(edits)
  const [continued, setContinued] = useState(left)
  const [fault, setFault] = useState<SectionEditing['fault']>(null)
  const [phase, setPhase] = useState<Phase>('editing')
  const [kept, setKept] = useState(true)
  const decided = useLiveQuery(() => isDecided(refused), [refused]) === true && phase !== 'saving'
  const [newest, setNewest] = useState<string>()
  const [keeper] = useState(() =>
    formKeeper<SectionEdits>({
      write: (typed) => keepForm(asKept(name, typed, species)),
      drop: () => dropForm(name),
      onKept: (works, error) => {
        if (!works) console.error(error)
        setKept(works)
      },
    }),
  )
  const rows = sectionRows(sections, edits)

  const change = (next: SectionEdits) => {
    if (phase === 'saving') return
    newestEdits.current = next
    setEdits(next)
    setFault(null)
    setPhase('editing')
    keeper.keep(isUnchanged(next) ? null : next)
  }

  const add = async () => {
    try {
      const keys = await sectionKeysLeft()
      // What was typed or added while the keys were counted stays.
      const now = newestEdits.current
      if (keys <= keyless(now)) {
        setPhase('no key')
        return
      }
      const _id = newId()
      setNewest(_id)
      change(sectionAdded(now, _id))
    } catch (error) {
      console.error(error)
      setPhase('failed')
    }
  }

  const finish = async () => {
    setPhase('saving')
    try {
      await keeper.settled()
      const ops = await saveSections(name, edits, decided)
      if (ops !== null) onSaved(ops, edits)
      onClose()
    } catch (error) {
      if (error instanceof DecidedMeanwhileError) {
        setPhase('editing')
        return
      }
      console.error(error)
      setPhase(error instanceof NoSectionKeyError ? 'no key' : 'failed')
    }
  }

  const save = () => {
    if (phase === 'saving') return
    const checked = checkedRows(rows)
    const problem = checkSections(checked.map(({ form }) => form))
    if (problem === null) void finish()
    else setFault({ ...problem, _id: checked[problem.index]?._id ?? '' })
  }

  const close = () => {
    if (phase === 'saving') return
    onClose()
    keeper
      .stop()
      .then(() => dropForm(name))
      .catch((error: unknown) => console.error(error))
    if (!isUnchanged(edits)) onDiscarded(() => keepForm(asKept(name, edits, species)))
  }

  return {
    rows,
    edits,
    change,
    fault,
    phase,
    kept,
    decided,
    continued,
    add: () => void add(),
    newest,
    startOver: () => {
      setContinued(undefined)
      change(noEdits())
    },
    save,
    close,
  }
}
