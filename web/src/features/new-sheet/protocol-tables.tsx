import { memo, useId, type ReactNode } from 'react'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { BrokenAtSlashes } from '../../ui/broken-at-slashes.tsx'
import { DrugClassSwatch } from '../../records/drug-class-swatch.tsx'
import { sectionClass } from '../../records/section-class.ts'
import { useSectionClasses } from '../../records/use-section-classes.ts'
import './volumes.css'
import type { GiveReason } from './dose-findings.tsx'
import { DrugRow, EmergencyRow, FluidRow, type PatientWeight } from './dose-rows.tsx'
import { sheetText } from './sheet-text.ts'

const Head = () => (
  <thead className="visually-hidden">
    <tr>
      <th scope="col">{sheetText.volume}</th>
      <th scope="col">{sheetText.drug}</th>
    </tr>
  </thead>
)

/** A title and its rows: side by side where there is room, so that a routine protocol fits the screen. */
function DoseSection({ title, children }: { title: ReactNode; children: (titleId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="doses-section">
      <h3 className="doses-title" id={id}>
        {title}
      </h3>
      {children(id)}
    </div>
  )
}

interface Judged {
  rows: readonly DoseRow[]
  onReason?: GiveReason
}

const rowAt = (rows: readonly DoseRow[], section: number, place: number) =>
  rows.find((row) => row.section === section && row.place === place)

/** The tables of an anesthesia protocol, with volumes (ml) as soon as the weight and its unit are known. */
export const AnesthesiaTables = memo(function AnesthesiaTables(
  props: { protocol: AnesthesiaProtocolContent } & PatientWeight & Judged,
) {
  const { protocol, rows, onReason, ...weight } = props
  const classes = useSectionClasses()
  const fluids = protocol.fluids ?? []
  return (
    <div className="doses-plan">
      {protocol.sections.map((section) => (
        <DoseSection
          key={section.key}
          title={
            <>
              <DrugClassSwatch drugClass={classes?.get(section.key)} beside={section.title_p} />
              <BrokenAtSlashes text={section.drugs.length === 1 ? section.title_s : section.title_p} />
            </>
          }
        >
          {(titleId) => (
            <table className="doses" aria-labelledby={titleId}>
              <Head />
              <tbody>
                {section.drugs.map((drug, index) => (
                  <DrugRow
                    key={index}
                    drug={drug}
                    ofSection={sectionClass(classes, section.key)}
                    row={rowAt(rows, section.key, index)}
                    onReason={onReason}
                    {...weight}
                  />
                ))}
              </tbody>
            </table>
          )}
        </DoseSection>
      ))}
      {fluids.length > 0 && (
        <DoseSection title={sheetText.fluids}>
          {(titleId) => (
            <table className="doses" aria-labelledby={titleId}>
              <Head />
              <tbody>
                {fluids.map((fluid, index) => (
                  <FluidRow key={index} fluid={fluid} {...weight} />
                ))}
              </tbody>
            </table>
          )}
        </DoseSection>
      )}
    </div>
  )
})

export const EmergencyTable = memo(function EmergencyTable(
  props: { protocol: EmergencyProtocolContent } & PatientWeight & Judged,
) {
  const { protocol, rows, onReason, ...weight } = props
  return (
    <table className="doses doses-emergency">
      <caption>{sheetText.emergencyDrugs}</caption>
      <thead>
        <tr>
          {[sheetText.low, sheetText.high].map((of) => (
            <th key={of} scope="col" className="dose-of">
              <span>{of}</span>
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{sheetText.drug}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {protocol.drugs.map((drug, index) => (
          <EmergencyRow
            key={index}
            drug={drug}
            row={rowAt(rows, EMERGENCY_SECTION, index)}
            onReason={onReason}
            {...weight}
          />
        ))}
      </tbody>
    </table>
  )
})
