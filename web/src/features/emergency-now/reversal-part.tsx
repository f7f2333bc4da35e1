import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { perMl } from 'sync-protocol/records/amount-unit'
import { type GivenDrug, type ReversalDose, type ReversalRow } from 'sync-protocol/rules/reversals'
import { knownDrug } from 'sync-protocol/rules/reversible-drugs'
import { DoseFlag } from '../../records/dose-parts.tsx'
import { doseText } from '../../records/dose-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import type { Patient } from '../../records/patient.ts'
import { emergencyText as text } from './emergency-text.ts'
import { NowHead, NowRow } from './now-row.tsx'
import { givenBySheet, reversalsOf, type Agents } from './use-reversals.ts'

/** Of ketamine and tiletamine the one that is on the sheet. */
export function unopposedWords(given: readonly GivenDrug[]): string {
  const names = given.map(({ name }) => name).filter((name) => knownDrug(name)?.isDissociative)
  const isKetamine = names.some(
    (name) => knownDrug(name)?.isTiletamineZolazepam !== true && !/ttdex/i.test(name),
  )
  return isKetamine ? text.ketamineStays : text.tiletamineStays
}

interface ReversalPartProps {
  patient: Patient
  agents: Agents
}

/** What reverses the drugs of the patient's sheet. */
export function ReversalPart({ patient, agents }: ReversalPartProps) {
  const { rows, unopposed } = useMemo(
    () => reversalsOf(patient, agents) ?? { rows: [], unopposed: false },
    [patient, agents],
  )
  const given = givenBySheet(patient)
  if (given === null) return <Without words={text.reversalsNeedSheet} />
  if (agents === 'reading') return null
  if (agents === 'failed') return <Without words={text.failed} />
  const shown = rows.filter((row) => row.kind !== 'no-reversal')
  const none = rows.flatMap((row) => (row.kind === 'no-reversal' ? row.drug : []))
  if (rows.length === 0) return <Without words={text.nothingToReverse} />
  return (
    <section className="now-part" aria-label={text.reversals}>
      {shown.length > 0 ? (
        <table className="now-table">
          <caption>{text.reversals}</caption>
          <NowHead />
          <tbody>
            {shown.map((row, place) => (
              <Reversal key={place} row={row} />
            ))}
          </tbody>
        </table>
      ) : (
        <h3 className="now-part-title">{text.reversals}</h3>
      )}
      {none.length > 0 && (
        <p className="now-note">
          <DrugName name={text.noReversal(none)} />
        </p>
      )}
      {unopposed && <GuardLines findings={[{ level: 'amber', words: unopposedWords(given) }]} />}
    </section>
  )
}

const Without = ({ words }: { words: string }) => (
  <section className="now-part" aria-label={text.reversals}>
    <h3 className="now-part-title">{text.reversals}</h3>
    <p className="now-note">{words}</p>
  </section>
)

export function Reversal({ row }: { row: Exclude<ReversalRow, { kind: 'no-reversal' }> }) {
  if (row.kind === 'dose') return <ReversalDoseRow dose={row} />
  return (
    <tr className="now-row now-row-quiet">
      <td className="now-volume now-no-number">–</td>
      <th scope="row" className="now-name">
        <span className="now-title">
          <span className="drug-name">
            <DrugName name={row.drug} />
          </span>
        </span>
        <span className="now-missing-dose">{text.notRecorded}</span>
        {row.remark !== undefined && <span className="now-details">{row.remark}</span>}
      </th>
    </tr>
  )
}

function ReversalDoseRow({ dose }: { dose: ReversalDose }) {
  const { drug, agent, route, amount, volume, note, remark } = dose
  const details = [
    amount.text,
    doseText.amount(formatNumber(agent.concentration), perMl(agent)),
    ...(agent.reference === undefined ? [] : [agent.reference]),
  ]
  return (
    <NowRow name={text.reversedBySaid(drug, agent.name)} volume={volume} arithmetic={() => [dose.arithmetic]}>
      <span className="now-title">
        <span className="now-reversed">
          <DrugName name={drug} /> <ArrowRight aria-hidden />
          <span className="visually-hidden"> {text.reversedBy} </span>
        </span>{' '}
        <span className="drug-name">
          <DrugName name={agent.name} />
        </span>{' '}
        <span className="now-route">{route}</span>
      </span>
      {(remark !== undefined || note !== undefined) && (
        <span className="now-said">{[remark, note].filter((each) => each !== undefined).join(' · ')}</span>
      )}
      <span className="now-details">
        {details.map((detail, place) => (
          <span key={place}>
            {place > 0 && ' · '}
            <span className="now-detail">{detail}</span>
          </span>
        ))}
      </span>
      <DoseFlag volume={volume} />
    </NowRow>
  )
}
