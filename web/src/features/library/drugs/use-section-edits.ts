import { useState } from 'react'
import { checkSections, type SectionProblem } from 'sync-protocol/rules/section-form'
import type { JsonObject } from 'sync-protocol/records/json'
import { opsIn, type Op } from 'sync-protocol/records/mutation'
import type { Species } from 'sync-protocol/records/fields'
import { newId } from '../../../data/database/ids.ts'
import { keepForm, type KeptForm } from '../../../data/drafts/kept-forms.ts'
import { sectionKeysLeft } from '../../../data/restore/section-keys.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { useOpenForm, type OpenForm } from '../../../records/use-open-form.ts'
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

export interface SectionEditing {
  form: Pick<OpenForm<SectionEdits>, 'phase' | 'kept' | 'decided'>
  rows: readonly SectionRow[]
  edits: SectionEdits
  change: (next: SectionEdits) => void
  fault: (Omit<SectionProblem, 'index'> & { _id: string }) | null
  /** This tablet has no number for a section more. */
  needsKey: boolean
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
  const refused = left?.refused
  const [name] = useState<SectionsName>({ ...KEPT_SECTIONS, ...(refused !== undefined && { refused }) })
  const form = useOpenForm({ opened: () => editsLeft(left, sections), name: () => name, refused })
  const { values: edits, current, isBusy } = form
  const [continued, setContinued] = useState(left)
  const [fault, setFault] = useState<SectionEditing['fault']>(null)
  const [needsKey, setNeedsKey] = useState(false)
  const [newest, setNewest] = useState<string>()
  const rows = sectionRows(sections, edits)

  const change = (next: SectionEdits) => {
    if (isBusy()) return
    setFault(null)
    setNeedsKey(false)
    form.resume()
    form.change(next, isUnchanged(next) ? null : asKept(name, next, species))
  }

  const add = async () => {
    const keys = await sectionKeysLeft()
    // What was typed or added while the keys were counted stays.
    const now = current()
    if (keys <= keyless(now)) return setNeedsKey(true)
    const _id = newId()
    setNewest(_id)
    change(sectionAdded(now, _id))
  }

  const store = async (): Promise<readonly Op[] | null | 'no key'> => {
    try {
      return await saveSections(name, current(), form.decided !== null)
    } catch (error) {
      if (error instanceof NoSectionKeyError) return 'no key'
      throw error
    }
  }

  const save = () => {
    if (isBusy()) return
    const checked = checkedRows(rows)
    const problem = checkSections(checked.map(({ form: row }) => row))
    if (problem === null)
      form.save({
        store,
        staysOpen: (ops) => ops === 'no key',
        afterwards: (ops) =>
          ops === 'no key'
            ? [() => setNeedsKey(true)]
            : [() => ops !== null && onSaved(ops, current()), onClose],
      })
    else setFault({ ...problem, _id: checked[problem.index]?._id ?? '' })
  }

  const close = () => {
    if (isBusy()) return
    onClose()
    void form.giveUp()
    if (!isUnchanged(edits)) onDiscarded(() => keepForm(asKept(name, edits, species)))
  }

  return {
    form,
    rows,
    edits,
    change,
    fault,
    needsKey,
    continued,
    add: () => void add().catch(form.fail),
    newest,
    startOver: () => {
      setContinued(undefined)
      change(noEdits())
    },
    save,
    close,
  }
}
