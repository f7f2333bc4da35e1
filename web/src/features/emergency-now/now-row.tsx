import { useState, type MouseEvent, type ReactNode } from 'react'
import type { Volume } from 'sync-protocol/rules/dose'
import { doseText } from '../../records/dose-text.ts'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { emergencyText as text } from './emergency-text.ts'

interface NowRowProps {
  /** What is given, as it is read out. */
  name: string
  /** Null where none can be computed. */
  volume: Volume | null
  /** The lower one of two, before it. */
  from?: Volume | undefined
  /** Its lines, computed once somebody asks. */
  arithmetic: () => readonly string[]
  /** What is said below the row. */
  lines?: readonly GuardLine[]
  /** Name, route and what the volume was computed from. */
  children: ReactNode
}

/** A volume and what it is of. Pressing the row opens the arithmetic; the volume is the button for a keyboard. */
export function NowRow({ name, volume, from, arithmetic, lines = [], children }: NowRowProps) {
  const [open, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button') === null) toggle()
  }
  const shown = open ? [...new Set(arithmetic())].filter((line) => line !== '') : []
  const isFlagged = [volume, from].some((each) => each != null && each.flag !== 'none')
  return (
    <>
      <tr className="now-row" onClick={volume === null ? undefined : onClick}>
        <td className="now-volume">
          {volume === null ? (
            <VolumeNumber value={undefined} />
          ) : (
            <VolumeNumber
              value={volume.text}
              from={from?.text}
              state={isFlagged ? 'flagged' : 'normal'}
              label={doseText.showArithmetic(
                name,
                from === undefined ? volume.text : text.range(from.text, volume.text),
              )}
              open={open}
              onPress={toggle}
            />
          )}
        </td>
        <th scope="row" className="now-name">
          {children}
        </th>
      </tr>
      {lines.length > 0 && (
        <tr className="now-below">
          <td colSpan={2}>
            <GuardLines findings={lines} />
          </td>
        </tr>
      )}
      {shown.length > 0 && (
        <tr className="now-arithmetic">
          <td colSpan={2} className="tabular">
            {shown.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

/** The heads of its columns, read out only. */
export const NowHead = () => (
  <thead className="visually-hidden">
    <tr>
      <th scope="col">{text.volume}</th>
      <th scope="col">{text.drug}</th>
    </tr>
  </thead>
)
