import { useRef, useState } from 'react'
import { FLUIDS_MAX, SECTION_DRUGS_MAX } from 'sync-protocol/records/limits'
import { sectionCount } from 'sync-protocol/rules/anesthesia-protocol-form'
import { useLibraryLookup } from '../../../records/use-library-lookup.ts'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { MorePlainFields } from '../editor/plain-fields.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { AddSectionTile } from './add-section-tile.tsx'
import { anesthesiaForm } from './anesthesia-form.ts'
import { AnesthesiaPickers } from './anesthesia-pickers.tsx'
import { faultIn } from './fault-in.ts'
import { FluidRow } from './fluid-row.tsx'
import { JumpMenu } from './jump-menu.tsx'
import { useLibraryDrugs } from './library-drugs.ts'
import { useLibrarySections } from './library-sections.ts'
import { ProtocolSection } from './protocol-section.tsx'
import './protocols.css'
import { protocolsText as text } from './protocols-text.ts'
import { lackingIn } from './row-findings.ts'
import { DRUG_LAYOUT } from './row-layout.ts'
import { SectionDrugs } from './section-drugs.tsx'
import { useAnesthesiaActions, type AnesthesiaPicker } from './use-anesthesia-actions.ts'
import { headPlace, useFocusPlace } from './use-focus-place.ts'

/** Creates, shows and edits an anesthesia protocol (`spec 2 §2`). */
export function AnesthesiaEditor({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const editor = useEditor({ form: anesthesiaForm, opening, onClose })
  const { values, fault, readOnly, errorAt } = editor
  const { species, sections, fluids } = values
  const form = useRef<HTMLDivElement>(null)
  const focus = useFocusPlace(form)
  const [picker, setPicker] = useState<AnesthesiaPicker | null>(null)
  const actions = useAnesthesiaActions(editor, setPicker, focus)
  const librarySections = useLibrarySections()
  const drugs = sections.flatMap((section) => section.drugs)
  const library = useLibraryDrugs(drugs)
  const lookup = useLibraryLookup(species)
  const classes = new Map(librarySections.map(({ key, drug_class }) => [key, drug_class]))
  const heads = sections.map(({ title_p, drugs: { length } }, index) => ({
    at: `sections.${index}.drugs`,
    title: text.jumpTo(title_p, length, SECTION_DRUGS_MAX),
  }))
  const fluidHead = fluids && { at: 'fluids', title: text.jumpTo(text.fluids, fluids.length, FLUIDS_MAX) }

  return (
    <>
      <EditorFrame
        editor={editor}
        size="tall"
        footStart={
          <JumpMenu
            heads={fluidHead === null ? heads : [...heads, fluidHead]}
            onJump={(at) => focus(headPlace(at))}
          />
        }
      >
        <div className="protocol" ref={form}>
          <TextField
            label={text.anesthesiaName}
            {...editor.text('name')}
            {...(opening.mode !== 'edit' && { inputRef: takeFocus })}
          />
          {sections.map((section, index) => (
            <SectionDrugs
              key={section.row}
              section={section}
              index={index}
              fault={faultIn(fault, `sections.${index}`)}
              drugClass={classes.get(section.key)}
              library={library}
              lookup={lookup}
              species={species}
              readOnly={readOnly}
              onDrug={actions.changeDrug}
              onRemoveDrug={actions.removeDrug}
              onAdd={actions.openDrugs}
              onRemove={actions.removeSection}
            />
          ))}
          {fluids !== null && (
            <ProtocolSection
              title={text.fluids}
              at="fluids"
              count={fluids.length}
              most={FLUIDS_MAX}
              add={text.addFluid}
              removeLabel={text.removeSection(text.fluids)}
              message={errorAt('fluids')}
              readOnly={readOnly}
              onAdd={actions.openFluids}
              onRemove={actions.removeFluids}
              empty={text.noFluids}
            >
              {fluids.map((fluid, index) => (
                <FluidRow
                  key={fluid.row}
                  fluid={fluid}
                  at={`fluids.${index}`}
                  fault={faultIn(fault, `fluids.${index}`)}
                  readOnly={readOnly}
                  onType={actions.typeRate}
                  onRemove={actions.removeFluid}
                />
              ))}
            </ProtocolSection>
          )}
          {!readOnly && (
            <AddSectionTile
              count={sectionCount(values)}
              message={errorAt('sections')}
              onPress={actions.openSections}
            />
          )}
          <GuardLines findings={lackingIn(drugs, { layout: DRUG_LAYOUT, species, lookup })} />
          <MorePlainFields editor={editor} />
        </div>
      </EditorFrame>
      {picker !== null && (
        <AnesthesiaPickers picker={picker} values={values} sections={librarySections} actions={actions} />
      )}
    </>
  )
}
