import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { DrugName } from './drug-name.tsx'
import { GuardLines, type GuardLine } from './guard-lines.tsx'
import './room-view.css'
import { roomText as text } from './room-view-text.ts'
import { SpeciesPicture, type SpeciesPictureProps } from './species-picture.tsx'
import { useRoomPages } from './use-room-pages.ts'
import { useScrollStop } from './use-scroll-stop.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { VolumeNumber } from './volume-number.tsx'

export interface RoomVolume {
  /** 'Low' or 'High', where a row has two. */
  of?: string
  /** As it is printed, without its unit; undefined while it cannot be computed. */
  value: string | undefined
  isFlagged: boolean
}

/** A line of the plan. */
export interface RoomRow {
  key: string
  name: string
  /** The route of a drug; a fluid has none. */
  route: string
  volumes: readonly RoomVolume[]
  /** What is said of its dose and of its volumes. */
  findings: readonly GuardLine[]
  /** The title of a part that begins with it, on a page of its own. */
  part?: string
}

export interface RoomViewProps {
  patient: string
  picture: SpeciesPictureProps['species']
  species: string
  /** In both units, or what is missing for volumes. */
  weight: string
  /** What is said of the whole sheet. */
  findings: readonly GuardLine[]
  rows: readonly RoomRow[]
  onClose: () => void
}

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }
/** px that a finger moves sideways until it turns the page. */
const SWIPE_PX = 60

/** The plan so large that it is read from two metres. It scrolls nothing away: what finds no room is on another page, and said. */
export function RoomViewDialog(props: RoomViewProps) {
  const { patient, picture, species, weight, findings, rows, onClose } = props
  const awake = useWakeLock()
  const room = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const { page, total, shown, turn } = useRoomPages({ room, list, foot }, rows)
  useScrollStop(room, text.titleOf(patient))
  const swipe = useSwipe(turn)
  useKeys(turn)
  return (
    <DialogFrame size="room" outsideCloses={false} onClose={onClose}>
      <div className="room">
        <header className="room-head">
          <SpeciesPicture species={picture} size={64} />
          <Heading slot="title" level={2} className="room-patient" aria-label={text.titleOf(patient)}>
            {patient === '' ? text.titleOf('') : patient}
          </Heading>
          <p className="room-species">{species}</p>
          <p className="room-weight tabular">
            {weight.split(' · ').map((one, index) => (
              <span key={one}>
                {index > 0 && ' · '}
                <span className="room-together">{one}</span>
              </span>
            ))}
          </p>
          <Button icon={<X aria-hidden />} className="room-close" onClick={onClose}>
            {text.close}
          </Button>
        </header>
        <GuardLines findings={findings} />
        {awake === 'refused' && <p className="quiet small">{text.mayTurnOff}</p>}
        <div className="room-rows" ref={room} {...swipe}>
          <ul ref={list} className="room-list">
            {rows.map((row, at) => (
              <Row key={row.key} row={row} isShown={shown.from <= at && at < shown.to} />
            ))}
          </ul>
        </div>
        <div className="room-foot" ref={foot} hidden={total < 2}>
          <Button
            icon={<ChevronLeft aria-hidden />}
            aria-disabled={page === 0 || undefined}
            onClick={() => turn(-1)}
          >
            {text.previous}
          </Button>
          <output className="room-page tabular">{text.pageOf(page + 1, total)}</output>
          <Button aria-disabled={page === total - 1 || undefined} onClick={() => turn(1)}>
            {text.next}
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
    </DialogFrame>
  )
}

function Row({ row, isShown }: { row: RoomRow; isShown: boolean }) {
  const { name, route, volumes, findings, part } = row
  return (
    <li className="room-row" hidden={!isShown}>
      {part !== undefined && <h3 className="room-part">{part}</h3>}
      <div className="room-volumes">
        {volumes.map(({ of, value, isFlagged }) => (
          <div key={of ?? ''} className="room-volume">
            {of !== undefined && <span className="room-of">{of} </span>}
            <VolumeNumber value={value} state={isFlagged ? 'flagged' : 'normal'} />
          </div>
        ))}
      </div>
      <div className="room-drug">
        <span className="room-name">
          <DrugName name={name} />
        </span>{' '}
        <span className="room-route">{route}</span>
      </div>
      <GuardLines findings={findings} />
    </li>
  )
}

/** Wherever the focus is: nothing else of the page can be reached. */
function useKeys(turn: (by: 1 | -1) => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const by = event.altKey || event.ctrlKey || event.metaKey ? undefined : KEYS[event.key]
      if (by === undefined) return
      event.preventDefault()
      turn(by)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [turn])
}

/** A finger or a pen that moves sideways turns the page; the buttons do the same. */
function useSwipe(turn: (by: 1 | -1) => void) {
  const [begun, begin] = useState<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ clientX, clientY, pointerType }: PointerEvent) =>
      begin(pointerType === 'mouse' ? null : { x: clientX, y: clientY }),
    onPointerCancel: () => begin(null),
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (begun === null) return
      begin(null)
      const [across, along] = [clientX - begun.x, clientY - begun.y]
      if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(along)) turn(across < 0 ? 1 : -1)
    },
  }
}
