import { useMemo, useRef, useState } from 'react'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import { EMERGENCY_DRUGS_MAX } from 'sync-protocol/records/limits'
import { copyOfEmergencyDrug } from 'sync-protocol/rules/emergency-protocol-form'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { useLibraryLookup } from '../../../records/use-library-lookup.ts'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { MorePlainFields } from '../editor/plain-fields.tsx'
import { useEditor, type Editor } from '../editor/use-editor.ts'
import { copyRecord } from './copy-record.ts'
import type { DrugChange } from './any-drug.ts'
import { DrugRow } from './drug-row.tsx'
import { emergencyForm } from './emergency-form.ts'
import * as form from './emergency-values.ts'
import type { EmergencyValues } from './emergency-values.ts'
import { faultIn } from './fault-in.ts'
import { useLibraryDrugs } from './library-drugs.ts'
import { LibraryPicker } from './library-picker.tsx'
import { ProtocolSection } from './protocol-section.tsx'
import './protocols.css'
import { protocolsText as text } from './protocols-text.ts'
import { lackingIn } from './row-findings.ts'
import { EMERGENCY_LAYOUT } from './row-layout.ts'
import { removedRow } from './rows.ts'
import { controlPlace, removePlace, rowPlace, useFocusPlace, type FocusPlace } from './use-focus-place.ts'
import { useUndoOffers } from './use-undo-offers.ts'

const LIST = 'drugs'

function useEmergencyActions({ edit, current }: Editor<EmergencyValues>, focus: FocusPlace) {
  const offerUndo = useUndoOffers({ edit, current })
  return useMemo(
    () => ({
      add: async (id: string) => {
        const { species } = current()
        const drug = await copyRecord('drugs', id, (content) => copyOfEmergencyDrug(content, id, species))
        if (drug !== null) edit((values) => form.drugAdded(values, drug))
      },
      change: (drug: number, change: DrugChange) => edit((values) => form.drugChanged(values, drug, change)),
      remove: (drug: number) => {
        const removed = removedRow(current().drugs, drug)
        if (removed === null) return
        edit((values) => form.drugRemoved(values, drug))
        const { index, row } = removed
        focus(removePlace(`${LIST}.${index}`), removePlace(`${LIST}.${index - 1}`), controlPlace(LIST))
        const { name } = row
        offerUndo({ name, said: text.removed(name), back: (values) => form.drugBack(values, removed) })
      },
    }),
    [edit, current, focus, offerUndo],
  )
}

const isEmergency = ({ section_key }: ListEntry) => section_key === EMERGENCY_SECTION

/** Creates, shows and edits an emergency protocol (`spec 2 §2`). */
export function EmergencyEditor({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const editor = useEditor({ form: emergencyForm, opening, onClose })
  const { values, fault, readOnly, errorAt } = editor
  const { species, drugs } = values
  const fields = useRef<HTMLDivElement>(null)
  const focus = useFocusPlace(fields)
  const actions = useEmergencyActions(editor, focus)
  const library = useLibraryDrugs(drugs)
  const lookup = useLibraryLookup(species)
  /** How many drugs there were when the picker was opened; null while it is closed. */
  const [before, setBefore] = useState<number | null>(null)
  const closePicker = () => {
    setBefore(null)
    focus(rowPlace(`${LIST}.${before}`), controlPlace(LIST))
  }

  return (
    <>
      <EditorFrame editor={editor} size="tall">
        <div className="protocol" ref={fields}>
          <TextField
            label={text.emergencyName}
            {...editor.text('name')}
            {...(opening.mode !== 'edit' && { inputRef: takeFocus })}
          />
          <ProtocolSection
            title={text.emergencyDrugs}
            at={LIST}
            count={drugs.length}
            most={EMERGENCY_DRUGS_MAX}
            add={text.addDrug}
            message={errorAt(LIST)}
            readOnly={readOnly}
            onAdd={() => setBefore(drugs.length)}
            empty={text.noDrugs}
          >
            {drugs.map((drug, index) => (
              <DrugRow
                key={drug.row}
                drug={drug}
                layout={EMERGENCY_LAYOUT}
                at={`${LIST}.${index}`}
                fault={faultIn(fault, `${LIST}.${index}`)}
                library={drug.source_id === undefined ? undefined : library.get(drug.source_id)}
                lookup={lookup}
                species={species}
                readOnly={readOnly}
                onChange={actions.change}
                onRemove={actions.remove}
              />
            ))}
          </ProtocolSection>
          <GuardLines findings={lackingIn(drugs, { layout: EMERGENCY_LAYOUT, species, lookup })} />
          <MorePlainFields editor={editor} />
        </div>
      </EditorFrame>
      {before !== null && (
        <LibraryPicker
          collection="drugs"
          title={text.emergencyPickerTitle}
          fields={text.fields}
          placeholders={text.placeholders}
          species={species}
          offers={isEmergency}
          timesAdded={({ _id }) => drugs.filter(({ source_id }) => source_id === _id).length}
          count={drugs.length}
          most={EMERGENCY_DRUGS_MAX}
          onAdd={actions.add}
          onClose={closePicker}
          emptyTitle={text.noLibraryDrugs(text.emergencyMedications, text.speciesNames[species])}
          emptyText={text.addInDrugs}
        />
      )}
    </>
  )
}
