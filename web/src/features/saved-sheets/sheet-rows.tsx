import { useState } from 'react'
import { perMl } from 'sync-protocol/records/amount-unit'
import type { SheetContent, SheetDrug, SheetEmergencyDrug, SheetFluid } from 'sync-protocol/records/sheet'
import { arithmetic, exactText } from 'sync-protocol/rules/dose'
import { ControlledBadge } from '../../records/dose-parts.tsx'
import { OwnClass } from '../../records/own-class.tsx'
import type { SectionClass } from '../../records/section-class.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { doseSaid, emergencySaid } from './dose-said.ts'
import { printed } from './printed.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface StoredVolume {
  /** Which volume it is, where a row has two. */
  label?: string
  volume: number
  exact: number | undefined
}

function VolumeCell({
  label,
  volume,
  exact,
  name,
  open,
  onPress,
}: StoredVolume & { name?: string; open?: boolean; onPress?: () => void }) {
  const value = printed(volume)
  return (
    <td className="sheet-volume" data-of={label}>
      <VolumeNumber
        value={value}
        state={exact === undefined ? 'normal' : 'flagged'}
        {...(onPress !== undefined && {
          onPress,
          ...(open !== undefined && { open }),
          label: text.showArithmetic(name ?? '', value),
        })}
      />
    </td>
  )
}

const Concentration = ({ drug }: { drug: SheetDrug | SheetEmergencyDrug }) => (
  <td className="sheet-number sheet-roomy">
    {formatNumber(drug.concentration)} <span className="small">{perMl(drug)}</span>
  </td>
)

function ExactNote({ volumes }: { volumes: readonly StoredVolume[] }) {
  return volumes.map(({ label, volume, exact }) => {
    if (exact === undefined) return null
    const said = volume === 0 ? text.tooSmall(exactText(exact)) : text.rounded(exactText(exact))
    return (
      <span key={label ?? ''} className="sheet-note">
        {label !== undefined && `${label}: `}
        {said}
      </span>
    )
  })
}

/** On a phone concentration and route stand below the name, so that the volumes keep their size. */
function Below({ drug }: { drug: SheetDrug | SheetEmergencyDrug }) {
  return (
    <span className="sheet-below">
      {formatNumber(drug.concentration)} {perMl(drug)} · {drug.route}
    </span>
  )
}

type Weighed = Pick<SheetContent, 'weight' | 'weight_units'>

/** What is unusual about a dose, below the drug's own row. */
function Guarded({ findings }: { findings: readonly GuardLine[] }) {
  if (findings.length === 0) return null
  return (
    <tr className="sheet-guard">
      <td colSpan={5}>
        <GuardLines findings={findings} />
      </td>
    </tr>
  )
}

interface DrugRowProps {
  drug: SheetDrug
  weight: Weighed
  /** The class of its section. */
  ofSection?: SectionClass | undefined
}

export function DrugRow({ drug, weight, ofSection }: DrugRowProps) {
  const findings = doseSaid(drug, weight)
  // What is unusual names numbers: those that were worked with stand beside it.
  const [open, setOpen] = useState(findings.length > 0)
  const { name, concentration, amount_unit, dosage, volume: ml, volume_exact: exact } = drug
  const worked =
    dosage === undefined
      ? ''
      : arithmetic({
          weight: formatNumber(weight.weight),
          units: weight.weight_units,
          dosage,
          concentration,
          amount_unit,
        })
  return (
    <>
      <tr>
        <th scope="row" className="drug-name">
          <DrugName name={name} /> <ControlledBadge drug={drug} />
          <Below drug={drug} />
          <OwnClass name={name} ofSection={ofSection} />
          <ExactNote volumes={[{ volume: ml, exact }]} />
          {open && <span className="sheet-arithmetic tabular">{worked}</span>}
        </th>
        <Concentration drug={drug} />
        <VolumeCell
          volume={ml}
          exact={exact}
          name={name}
          open={open}
          {...(worked !== '' && { onPress: () => setOpen(!open) })}
        />
        <td className="sheet-route sheet-roomy">{drug.route}</td>
      </tr>
      <Guarded findings={findings} />
    </>
  )
}

export function EmergencyRow({ drug, sheet }: { drug: SheetEmergencyDrug; sheet: SheetContent }) {
  const low = { label: text.low, volume: drug.volume_low, exact: drug.volume_low_exact }
  const high = { label: text.high, volume: drug.volume_high, exact: drug.volume_high_exact }
  const same = low.exact === high.exact
  return (
    <>
      <tr className="sheet-two">
        <th scope="row" className="drug-name">
          <DrugName name={drug.name} />
          <Below drug={drug} />
          <OwnClass name={drug.name} ofSection="none" />
          <ExactNote volumes={same ? [{ volume: low.volume, exact: low.exact }] : [low, high]} />
        </th>
        <Concentration drug={drug} />
        <VolumeCell {...low} />
        <VolumeCell {...high} />
        <td className="sheet-route sheet-roomy">{drug.route}</td>
      </tr>
      <Guarded findings={emergencySaid(drug, sheet)} />
    </>
  )
}

/** A fluid has no route, but the column: its volume stands below those of the drugs. */
export function FluidRow({ fluid }: { fluid: SheetFluid }) {
  const stored = { volume: fluid.volume, exact: fluid.volume_exact }
  return (
    <tr>
      <th scope="row" className="drug-name">
        {fluid.name}
        {fluid.rate !== undefined && (
          <span className="sheet-below">
            {formatNumber(fluid.rate)} {text.perKg}
          </span>
        )}
        <ExactNote volumes={[stored]} />
      </th>
      <td className="sheet-number sheet-roomy">
        {fluid.rate !== undefined && (
          <>
            {formatNumber(fluid.rate)} <span className="small">{text.perKg}</span>
          </>
        )}
      </td>
      <VolumeCell {...stored} />
      <td className="sheet-route sheet-roomy" aria-hidden />
    </tr>
  )
}
