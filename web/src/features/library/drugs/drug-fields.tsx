import { useId } from 'react'
import { AMOUNT_UNITS, perMl } from 'sync-protocol/records/amount-unit'
import { AMOUNT_UNIT_LABEL, CONCENTRATION_LABEL, NAME_LABEL } from 'sync-protocol/records/drug'
import { CANINE, EMERGENCY_SECTION, FELINE, FORMS, SCHEDULES } from 'sync-protocol/records/fields'
import { speciesToggled, type DrugForm } from 'sync-protocol/rules/drug-form'
import { movedConcentration, otherStrengths } from 'sync-protocol/rules/drug-form-guard'
import { drugFormNotes } from 'sync-protocol/rules/drug-form-notes'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { useLibraryLookup } from '../../../records/use-library-lookup.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { MorePlainFields } from '../editor/plain-fields.tsx'
import type { Editor } from '../editor/use-editor.ts'
import { guardLines, movedLine, noteAt, savedDrug } from './drug-notes.tsx'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { ReversalRows } from './reversal-rows.tsx'
import { listedUnder, sectionOptions } from './section-select.tsx'
import { SpeciesDosages } from './species-dosages.tsx'
import { SpeciesPicker } from './species-picker.tsx'

const NONE = 'none'
const UNIT_OPTIONS = AMOUNT_UNITS.map((unit) => ({ value: unit, label: unit }))
const FORM_OPTIONS = FORMS.map((form) => ({ value: form, label: form }))
const SCHEDULE_OPTIONS = [
  { value: NONE, label: text.noSchedule },
  ...SCHEDULES.map((schedule) => ({ value: schedule, label: text.schedules(schedule) })),
]

interface DrugFieldsProps {
  editor: Editor<DrugForm>
  sections: readonly LiveSection[]
}

/** Everything of a drug. Its section is chosen for a new one; later it is moved. */
export function DrugFields({ editor, sections }: DrugFieldsProps) {
  const { values, set, readOnly, opening } = editor
  const notes = drugFormNotes(values)
  const { species } = opening
  const strengthId = useId()
  const dogs = useLibraryLookup(CANINE, opening._id).strengthsOf
  const cats = useLibraryLookup(FELINE, opening._id).strengthsOf
  const strength = otherStrengths(values, [dogs, cats])
  const moved = movedConcentration(values, savedDrug(opening))
  return (
    <div className="drug-fields">
      <div className="editor-row">
        <TextField
          label={NAME_LABEL}
          {...editor.text('name')}
          onEnter={editor.save}
          {...(opening.mode === 'create' && { inputRef: takeFocus })}
        />
        <div className="drug-strength">
          <TextField
            label={CONCENTRATION_LABEL}
            inputMode="decimal"
            suffix={perMl(values)}
            {...editor.text('concentration')}
            hint={noteAt(notes, 'concentration', values)}
            describedBy={strengthId}
            onEnter={editor.save}
          />
          <div data-field="amount_unit">
            <Select
              label={AMOUNT_UNIT_LABEL}
              value={values.amount_unit}
              options={UNIT_OPTIONS}
              disabled={readOnly}
              error={editor.errorAt('amount_unit')}
              onChange={(amount_unit) => set({ amount_unit })}
            />
          </div>
          <div className="drug-guard" id={strengthId} aria-live="polite">
            <GuardLines
              findings={[
                ...(moved === null ? [] : [movedLine(moved, values)]),
                ...(strength === null ? [] : guardLines([strength], values)),
              ]}
            />
          </div>
        </div>
        <SectionField editor={editor} sections={sections} />
        <Select
          label={text.form}
          value={values.form}
          options={FORM_OPTIONS}
          disabled={readOnly}
          onChange={(form) => set({ form })}
        />
      </div>
      <div className="editor-row">
        <SpeciesPicker
          chosen={values.species}
          readOnly={readOnly}
          keepsLast
          onToggle={(code) => set({ species: speciesToggled(values, code).species })}
          hint={values.species.includes(species) ? undefined : text.notListed(text.speciesNames[species])}
        />
        <Controlled editor={editor} />
      </div>
      <div className="editor-row">
        {([CANINE, FELINE] as const)
          .filter((code) => values.species.includes(code))
          .map((code) => (
            <SpeciesDosages key={code} editor={editor} species={code} notes={notes} />
          ))}
      </div>
      <ReversalRows editor={editor} />
      <MorePlainFields editor={editor} />
    </div>
  )
}

/** Each sheet that uses a controlled drug writes a draw; its schedule is shown beside it. */
function Controlled({ editor }: { editor: Editor<DrugForm> }) {
  const { values, set, readOnly } = editor
  return (
    <div className="drug-controlled">
      <Checkbox
        label={text.controlledDrug}
        checked={values.controlled}
        disabled={readOnly}
        onChange={(controlled) => set({ controlled })}
      />
      {values.controlled && (
        <Select
          label={text.schedule}
          value={values.schedule ?? NONE}
          options={SCHEDULE_OPTIONS}
          disabled={readOnly}
          onChange={(schedule) => set({ schedule: SCHEDULES.find((one) => one === schedule) ?? null })}
        />
      )}
    </div>
  )
}

/** Chosen for a new drug. A stored one is moved, which touches nothing but its section. */
function SectionField({ editor, sections }: DrugFieldsProps) {
  const { values, set, readOnly, opening } = editor
  const moves = opening.mode === 'edit' && !readOnly && values.section_key !== EMERGENCY_SECTION
  return (
    <div>
      <Select
        label={text.section}
        value={String(listedUnder(sections, values.section_key))}
        options={sectionOptions(sections)}
        disabled={readOnly || opening.mode === 'edit'}
        onChange={(key) => set({ section_key: Number(key) })}
      />
      {moves && <div className="field-hint">{text.sectionHint}</div>}
    </div>
  )
}
