import { useMemo } from 'react'
import { copyOfDrug, copyOfFluid } from 'sync-protocol/rules/anesthesia-protocol-form'
import type { SectionTitles } from 'sync-protocol/rules/section-choices'
import type { Editor } from '../editor/use-editor.ts'
import * as form from './anesthesia-values.ts'
import type { AnesthesiaValues } from './anesthesia-values.ts'
import { copyRecord } from './copy-record.ts'
import type { DrugChange } from './any-drug.ts'
import { protocolsText as text } from './protocols-text.ts'
import { removedRow } from './rows.ts'
import { controlPlace, removePlace, rowPlace, type FocusPlace, type Place } from './use-focus-place.ts'
import { useUndoOffers } from './use-undo-offers.ts'

/** What stands over the form; `before`: how many rows the list had when its picker was opened. */
export type AnesthesiaPicker =
  | { kind: 'section' }
  | { kind: 'drugs'; section: number; before: number }
  | { kind: 'fluids'; before: number }

const FLUIDS = 'fluids'
const listPath = (values: AnesthesiaValues, section: number) =>
  `sections.${values.sections.findIndex(({ row }) => row === section)}.drugs`

/** After a removal: the row that moved up, else the one above, else the button that adds. */
const afterRemoval = (at: string, index: number): Place[] => [
  removePlace(`${at}.${index}`),
  removePlace(`${at}.${index - 1}`),
  controlPlace(at),
]

/** What can be done with the rows of an open protocol; the same functions as long as the form is open. */
export function useAnesthesiaActions(
  { edit, current }: Editor<AnesthesiaValues>,
  setPicker: (picker: AnesthesiaPicker | null) => void,
  focus: FocusPlace,
) {
  const offerUndo = useUndoOffers({ edit, current })
  return useMemo(() => {
    const openDrugs = (section: number) => {
      const before = current().sections.find(({ row }) => row === section)?.drugs.length ?? 0
      setPicker({ kind: 'drugs', section, before })
    }
    const openFluids = () => setPicker({ kind: 'fluids', before: current().fluids?.length ?? 0 })
    return {
      openDrugs,
      openFluids,
      openSections: () => setPicker({ kind: 'section' }),
      /** The first row that was added is shown and has the focus; without one, the button that was pressed. */
      closePicker: (picker: AnesthesiaPicker) => {
        setPicker(null)
        if (picker.kind === 'section') focus(controlPlace('sections'))
        else {
          const at = picker.kind === 'drugs' ? listPath(current(), picker.section) : FLUIDS
          focus(rowPlace(`${at}.${picker.before}`), controlPlace(at))
        }
      },
      addSection: (titles: SectionTitles) => {
        edit((values) => form.sectionAdded(values, titles))
        const added = current().sections.find(({ key }) => key === titles.key)
        if (added !== undefined) openDrugs(added.row)
      },
      addFluids: () => {
        edit(form.fluidsAdded)
        openFluids()
      },
      addDrug: async (section: number, id: string) => {
        const { species } = current()
        const drug = await copyRecord('drugs', id, (content) => copyOfDrug(content, id, species))
        if (drug !== null) edit((values) => form.drugAdded(values, section, drug))
      },
      addFluid: async (id: string) => {
        const fluid = await copyRecord('fluids', id, copyOfFluid)
        if (fluid !== null) edit((values) => form.fluidAdded(values, fluid))
      },
      changeDrug: (section: number, drug: number, change: DrugChange) =>
        edit((values) => form.drugChanged(values, section, drug, change)),
      typeRate: (fluid: number, rate: string) => edit((values) => form.fluidTyped(values, fluid, rate)),
      removeDrug: (section: number, drug: number) => {
        const values = current()
        const drugs = values.sections.find(({ row }) => row === section)?.drugs ?? []
        const removed = removedRow(drugs, drug)
        if (removed === null) return
        edit((now) => form.drugRemoved(now, section, drug))
        focus(...afterRemoval(listPath(values, section), removed.index))
        const { name } = removed.row
        offerUndo({ name, said: text.removed(name), back: (now) => form.drugBack(now, section, removed) })
      },
      removeFluid: (fluid: number) => {
        const removed = removedRow(current().fluids ?? [], fluid)
        if (removed === null) return
        edit((now) => form.fluidRemoved(now, fluid))
        focus(...afterRemoval(FLUIDS, removed.index))
        const { name } = removed.row
        offerUndo({ name, said: text.removed(name), back: (now) => form.fluidBack(now, removed) })
      },
      removeSection: (section: number) => {
        const removed = removedRow(current().sections, section)
        if (removed === null) return
        edit((now) => form.sectionRemoved(now, section))
        focus(controlPlace('sections'))
        const name = removed.row.title_p
        offerUndo({ name, said: text.removed(name), back: (now) => form.sectionBack(now, removed) })
      },
      removeFluids: () => {
        const { fluids } = current()
        edit(form.fluidsRemoved)
        focus(controlPlace('sections'))
        offerUndo({
          name: text.fluids,
          said: text.fluidsRemoved,
          back: (now) => form.fluidsBack(now, fluids),
        })
      },
    }
  }, [edit, current, setPicker, focus, offerUndo])
}
export type AnesthesiaActions = ReturnType<typeof useAnesthesiaActions>
