import { useLiveQuery } from 'dexie-react-hooks'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { drawsOfSheet } from 'sync-protocol/rules/sheet'
import { lookAtSheets, lookAtTwice, lookedAt } from '../../data/attention/looked-at.ts'
import type { SavedTwice } from '../../data/attention/saved-twice.ts'
import type { LiveRecord } from '../../data/database/clinic-rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import './saved-sheets.css'
import { savedSheetsText as text } from './saved-sheets-text.ts'

interface TwiceProps {
  timeZone: string
  /** Shows the saved sheets of a species. */
  onShow: (species: 0 | 1) => void
}

/** For Needs attention: open sheets that two tablets saved without knowing of each other. */
export function TwiceSection({ twice, ...props }: { twice: readonly SavedTwice[] } & TwiceProps) {
  const looked = useLiveQuery(lookedAt)
  if (looked === undefined) return null
  return (
    <section className="stack" aria-labelledby="twice-heading">
      <h2 id="twice-heading" className="title-2">
        {text.twiceSection(twice.length)}
      </h2>
      {twice.map((one) => (
        <TwiceCard key={one.key} one={one} looked={lookAtTwice(one, looked)} {...props} />
      ))}
    </section>
  )
}

/** The weight, who saved it and when, and what was drawn by it: what tells the one from the other. */
function sheetWords(record: LiveRecord<'sheets'>, timeZone: string): string {
  const sheet = record.content
  const { author_name, date_created } = record.meta
  const weight = `${formatNumber(sheet.weight)} ${sheet.weight_units}`
  const draws = drawsOfSheet(sheet, record._id).map(({ drug_name, drug_volume }) =>
    text.twiceDraw(drug_name, formatNumber(drug_volume)),
  )
  return [
    text.twiceSheet(weight, author_name, formatDateTime(date_created, timeZone)),
    ...(draws.length > 0 ? [text.twiceDraws(draws.join(', '))] : []),
  ].join(' · ')
}

interface TwiceCardProps extends TwiceProps {
  one: SavedTwice
  looked: ReturnType<typeof lookAtTwice>
}

function TwiceCard({ one, looked, timeZone, onShow }: TwiceCardProps) {
  const [busy, setBusy] = useState(false)
  const [first] = one.sheets
  if (first === undefined) return null
  const { name, species } = first.content
  const look = () => {
    setBusy(true)
    lookAtSheets(one, name)
      .catch((error: unknown) => {
        console.error(error)
        showToast({ kind: 'harm', text: text.twiceNotSaved })
      })
      .finally(() => setBusy(false))
  }
  return (
    <article className="twice-group stack">
      <h3 className="title-3 row">
        <FileText aria-hidden />
        {name}
        {looked === undefined && <Badge kind="attention">{text.twiceBadge}</Badge>}
      </h3>
      {looked !== undefined && (
        <p className="quiet">{text.twiceLooked(looked.by_name, formatDateTime(looked.at, timeZone))}</p>
      )}
      <ul>
        {one.sheets.map((record) => (
          <li key={record._id}>{sheetWords(record, timeZone)}</li>
        ))}
      </ul>
      <p>{text.twiceText}</p>
      <div className="row">
        <Button onClick={() => onShow(species === 1 ? 1 : 0)}>{text.twiceShow}</Button>
        {looked === undefined && (
          <Button disabled={busy} onClick={look}>
            {text.twiceLook}
          </Button>
        )}
      </div>
      {looked === undefined && <p className="quiet small">{text.twiceLookText}</p>}
    </article>
  )
}
