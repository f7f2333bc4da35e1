import { useStore } from 'zustand'
import { dayNeeds, type DrugNeed } from 'sync-protocol/rules/day-needs'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { Button } from '../../ui/button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import './needs.css'
import { needsText as text } from './needs-text.ts'
import type { PlannedRows } from './planned-rows.ts'
import { usePlannedRows } from './use-planned-rows.ts'

interface NeedsModalProps {
  rows: readonly DayRow[]
  contested: ReadonlySet<string>
  onClose: () => void
}

/** How much of each controlled drug the patients of the day still need, and who is not counted. */
export function NeedsModal({ rows, contested, onClose }: NeedsModalProps) {
  const hubLoss = useStore(clinicSettings, ({ hub_loss }) => hub_loss ?? 0)
  const read = usePlannedRows(rows, contested)
  const needs = read && dayNeeds(read.planned, hubLoss)
  return (
    <Modal
      title={text.title}
      size="wide"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      {read !== undefined && needs !== undefined && (
        <>
          {needs.length === 0 ? (
            <p>{text.nothing}</p>
          ) : (
            <ul className="needs-list volume-column" aria-label={text.list}>
              {needs.map((need) => (
                <Need key={`${need.drug_concentration} ${need.drug_name}`} need={need} hubLoss={hubLoss} />
              ))}
            </ul>
          )}
          <ul className="needs-notes">
            {notesOf(read, needs, hubLoss).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

function Need({ need, hubLoss }: { need: DrugNeed; hubLoss: number }) {
  const { drug_name: name, drug_concentration, schedule, draws, volume } = need
  const total = formatNumber(need.total)
  return (
    <li>
      <VolumeNumber value={total} label={text.needed(name, total)} />
      <div className="needs-drug">
        <span className="needs-name">
          <DrugName name={name} />
        </span>
        <span className="quiet tabular">
          {[
            text.strength(formatNumber(drug_concentration)),
            ...(schedule === undefined ? [] : [text.schedule(schedule)]),
            text.draws(draws),
            ...(hubLoss > 0
              ? [text.withLoss(formatNumber(volume), draws, formatNumber(hubLoss), total)]
              : []),
          ].join(' · ')}
        </span>
      </div>
    </li>
  )
}

function notesOf(
  { planned, lacking, over }: PlannedRows,
  needs: readonly DrugNeed[],
  hubLoss: number,
): string[] {
  const guessed = planned.filter(({ row }) => row.content.estimated === true).length
  const tiny = needs.reduce((sum, need) => sum + need.tiny, 0)
  const counted = text.counted(planned.length)
  return [
    ...(lacking.length === 0
      ? []
      : [text.notCounted(lacking.map(({ row, lack }) => text.lacks(row.content.name, lack)))]),
    guessed === 0 ? counted : `${counted} ${text.guessed(guessed)}`,
    ...(over === 0 ? [] : [text.over(over)]),
    ...(tiny === 0 ? [] : [text.tiny(tiny)]),
    hubLoss > 0 ? text.loss(formatNumber(hubLoss)) : text.noLoss,
    text.onlyNeeded,
  ]
}
