import { Fragment, memo, useState, type MouseEvent, type ReactNode } from 'react'
import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import type { ProtocolDrug, ProtocolFluid } from 'sync-protocol/records/anesthesia-protocol'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { arithmetic, drugVolume, fluidVolume, type Volume } from 'sync-protocol/rules/dose'
import { ControlledBadge, DoseFlag, emergencyAmounts } from '../../records/dose-parts.tsx'
import { doseText } from '../../records/dose-text.ts'
import { OwnClass } from '../../records/own-class.tsx'
import { ReviewDue } from '../../records/review-due.tsx'
import type { SectionClass } from '../../records/section-class.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import type { DoseRow as GuardedRow } from 'sync-protocol/rules/sheet-guard'
import { DoseFindings, type GiveReason } from './dose-findings.tsx'
import { sheetText } from './sheet-text.ts'

export interface PatientWeight {
  weight: string
  units: SheetDraft['weight_units']
}

type Dose = Parameters<typeof arithmetic>[0]

/** Not under the bar below the sheet. */
const bringInSight = (row: HTMLTableRowElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** Pressing the row opens the arithmetic; the volume is the button for a keyboard. */
function DoseRow({
  children,
  doses,
  below,
}: {
  children: (arithmetic: { open: boolean; onPress: () => void }) => ReactNode
  doses: readonly Dose[]
  /** What is said of the dose, in a row of its own. */
  below?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button') === null) toggle()
  }
  const shown = open ? [...new Set(doses.map((dose) => arithmetic(dose)))].filter((line) => line !== '') : []
  return (
    <>
      <tr className="dose" onClick={doses.length > 0 ? onClick : undefined}>
        {children({ open, onPress: toggle })}
      </tr>
      {below}
      {shown.length > 0 && (
        <tr className="dose-arithmetic" ref={bringInSight}>
          <td colSpan={3} className="tabular">
            {shown.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

interface VolumeCellProps {
  name: string
  volume: Volume | null
  /** 'Low' or 'High', where a row has two. */
  of?: string
  open: boolean
  onPress: () => void
  small?: boolean
}

function VolumeCell({ name, volume, of, small = false, ...press }: VolumeCellProps) {
  return (
    <td className="dose-volume" data-of={of}>
      {volume === null ? (
        <VolumeNumber value={undefined} size={small ? 'small' : 'row'} />
      ) : (
        <VolumeNumber
          value={volume.text}
          state={volume.flag === 'none' ? 'normal' : 'flagged'}
          size={small ? 'small' : 'row'}
          label={doseText.showArithmetic(of === undefined ? name : `${name}, ${of}`, volume.text)}
          {...press}
        />
      )}
    </td>
  )
}

interface NameCellProps {
  name: string
  badge?: ReactNode
  details: readonly string[]
  /** Behind the details. */
  ofClass?: ReactNode
  children?: ReactNode
}

function NameCell({ name, badge, details, ofClass, children }: NameCellProps) {
  return (
    // Named by its drug, the row is told from others while one goes through the volumes.
    <th scope="row" className="dose-name">
      <div className="dose-title">
        <span className="drug-name">
          <DrugName name={name} />
        </span>
        {badge}
      </div>
      <div className="dose-details">
        {details.map((detail, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            <span className="dose-detail">{detail}</span>
          </Fragment>
        ))}{' '}
        {ofClass}
      </div>
      {children}
    </th>
  )
}

/** What is said of a drug's dose, where it is judged. */
interface Guarded {
  row?: GuardedRow | undefined
  onReason?: GiveReason | undefined
}

interface DrugRowProps extends PatientWeight, Guarded {
  drug: ProtocolDrug
  /** The class of its section. */
  ofSection?: SectionClass | undefined
}

export const DrugRow = memo(function DrugRow({
  drug,
  ofSection,
  weight,
  units,
  row,
  onReason,
}: DrugRowProps) {
  const { name, dosage, concentration, amount_unit, route } = drug
  const dose = units === '-' ? null : { weight, units, dosage, concentration, amount_unit }
  const volume = dose && drugVolume(dose)
  const details = [
    route,
    doseText.amount(formatNumber(dosage), perKg(drug)),
    doseText.amount(formatNumber(concentration), perMl(drug)),
  ]
  return (
    <DoseRow
      doses={dose === null ? [] : [dose]}
      below={row && <DoseFindings row={row} tooSmall={volume?.flag === 'too-small'} onReason={onReason} />}
    >
      {(press) => (
        <>
          <VolumeCell name={name} volume={volume} {...press} />
          <NameCell
            name={name}
            badge={<ControlledBadge drug={drug} />}
            details={details}
            ofClass={<OwnClass name={name} ofSection={ofSection} />}
          >
            <DoseFlag volume={volume} />
            <ReviewDue due={row?.reviewDue} small />
          </NameCell>
        </>
      )}
    </DoseRow>
  )
})

export const FluidRow = memo(function FluidRow({
  fluid,
  weight,
  units,
}: { fluid: ProtocolFluid } & PatientWeight) {
  const dose = units === '-' ? null : { weight, units, rate: fluid.rate }
  const volume = dose && fluidVolume(dose)
  return (
    <DoseRow doses={dose === null ? [] : [dose]}>
      {(press) => (
        <>
          <VolumeCell name={fluid.name} volume={volume} {...press} />
          <NameCell name={fluid.name} details={[sheetText.rate(formatNumber(fluid.rate))]}>
            <DoseFlag volume={volume} />
          </NameCell>
        </>
      )}
    </DoseRow>
  )
})

export const EmergencyRow = memo(function EmergencyRow(
  props: { drug: EmergencyDrug } & PatientWeight & Guarded,
) {
  const { drug, weight, units, row, onReason } = props
  const { name, concentration, amount_unit, dosage_from, dosage_to, route } = drug
  const strength = { concentration, amount_unit }
  const doses =
    units === '-' ? [] : [dosage_from, dosage_to].map((dosage) => ({ weight, units, dosage, ...strength }))
  const [low = null, high = null] = doses.map((dose) => drugVolume(dose))
  const same = low?.exact === high?.exact
  const details = [route, ...emergencyAmounts(drug)]
  return (
    <DoseRow
      doses={doses}
      below={row && <DoseFindings row={row} tooSmall={low?.flag === 'too-small'} onReason={onReason} />}
    >
      {(press) => (
        <>
          <VolumeCell name={name} volume={low} of={sheetText.low} {...press} small />
          <VolumeCell name={name} volume={high} of={sheetText.high} {...press} small />
          <NameCell
            name={name}
            badge={<ControlledBadge drug={drug} />}
            details={details}
            ofClass={<OwnClass name={name} ofSection="none" />}
          >
            {same ? (
              <DoseFlag volume={low} />
            ) : (
              <>
                <DoseFlag volume={low} of={sheetText.low} />
                <DoseFlag volume={high} of={sheetText.high} />
              </>
            )}
            <ReviewDue due={row?.reviewDue} small />
          </NameCell>
        </>
      )}
    </DoseRow>
  )
})
