import { memo } from 'react'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { DrugClassSwatch } from '../../ui/drug-class-swatch.tsx'
import './volumes.css'
import { DrugRow, EmergencyRow, FluidRow, type PatientWeight } from './dose-rows.tsx'
import { useSectionClasses } from './section-classes.ts'
import { sheetText } from './sheet-text.ts'

const Head = () => (
  <thead className="visually-hidden">
    <tr>
      <th scope="col">{sheetText.volume}</th>
      <th scope="col">{sheetText.drug}</th>
    </tr>
  </thead>
)

/** The tables of an anesthesia protocol, with volumes (ml) as soon as the weight and its unit are known. */
export const AnesthesiaTables = memo(function AnesthesiaTables(
  props: { protocol: AnesthesiaProtocolContent } & PatientWeight,
) {
  const { protocol, ...weight } = props
  const classes = useSectionClasses()
  const fluids = protocol.fluids ?? []
  return (
    <>
      {protocol.sections.map((section) => (
        <table key={section.key} className="doses">
          <caption>
            <span className="doses-title">
              <DrugClassSwatch drugClass={classes.get(section.key)} />
              {section.drugs.length === 1 ? section.title_s : section.title_p}
            </span>
          </caption>
          <Head />
          <tbody>
            {section.drugs.map((drug, index) => (
              <DrugRow key={index} drug={drug} {...weight} />
            ))}
          </tbody>
        </table>
      ))}
      {fluids.length > 0 && (
        <table className="doses">
          <caption>{sheetText.fluids}</caption>
          <Head />
          <tbody>
            {fluids.map((fluid, index) => (
              <FluidRow key={index} fluid={fluid} {...weight} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
})

export const EmergencyTable = memo(function EmergencyTable(
  props: { protocol: EmergencyProtocolContent } & PatientWeight,
) {
  const { protocol, ...weight } = props
  return (
    <table className="doses doses-emergency">
      <caption>{sheetText.emergencyDrugs}</caption>
      <thead>
        <tr>
          <th scope="col">{sheetText.low}</th>
          <th scope="col">{sheetText.high}</th>
          <th scope="col">
            <span className="visually-hidden">{sheetText.drug}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {protocol.drugs.map((drug, index) => (
          <EmergencyRow key={index} drug={drug} {...weight} />
        ))}
      </tbody>
    </table>
  )
})
