import { Check, CloudOff, CloudUpload, Ellipsis, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import './sync-mark.css'

export type SyncMarkState = 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'

export interface SyncMarkProps {
  state: SyncMarkState
  /** In words, as 'All sent' or '3 to send'. */
  label: string
  count?: number
  markRef?: Ref<HTMLSpanElement>
  /** In px at least. */
  room?: number | undefined
  /** Lines that its words have room for, where a style sheet keeps it. */
  longest?: string
  /** There is no network either: its sign stands beside the state's own. */
  offline?: boolean
}

const ICONS = {
  reading: Ellipsis,
  sent: Check,
  sending: CloudUpload,
  offline: CloudOff,
  attention: TriangleAlert,
  behind: OctagonAlert,
  stuck: OctagonAlert,
}

/** Shape, words and colour say the same; where room is short the words are for screen readers and the count stays. */
export function SyncMark({ state, label, count, markRef, room, longest, offline = false }: SyncMarkProps) {
  const Icon = ICONS[state]
  return (
    <span className={`sync-mark sync-mark-${state}`} ref={markRef} style={{ minInlineSize: room }}>
      {offline && <CloudOff aria-hidden className="sync-mark-offline" />}
      <Icon aria-hidden />
      <span className="sync-mark-label" data-room={longest}>
        {label}
      </span>
      {count !== undefined && count > 0 && (
        <span className="sync-mark-count" aria-hidden>
          {count > 999 ? '999+' : count}
        </span>
      )}
    </span>
  )
}
