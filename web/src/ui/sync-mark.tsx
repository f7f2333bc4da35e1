import { Check, CloudOff, CloudUpload, Ellipsis, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import './sync-mark.css'

export type SyncMarkState = 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'

export interface SyncMarkProps {
  state: SyncMarkState
  /** In words, as 'All sent' or '3 to send'. */
  label: string
  /** Of these words those around `label` that a narrow bar leaves out. */
  before?: string | undefined
  after?: string | undefined
  count?: number
  markRef?: Ref<HTMLSpanElement>
  /** In px at least. */
  room?: number | undefined
  /** Words, one a line, that it has room for where a style sheet keeps it: in a wide bar, and in a narrow one. */
  longest?: { wide: string; narrow: string }
  /** What is true besides what the words say: its sign stands after them. */
  also?: 'offline' | 'sending' | undefined
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
export function SyncMark(props: SyncMarkProps) {
  const { state, label, before, after, count, markRef, room, longest, also } = props
  const Icon = ICONS[state]
  const Also = also && ICONS[also]
  return (
    <span className={`sync-mark sync-mark-${state}`} ref={markRef} style={{ minInlineSize: room }}>
      <Icon aria-hidden />
      <span className="sync-mark-label" data-wide={longest?.wide} data-narrow={longest?.narrow}>
        {before !== undefined && <span className="sync-mark-more">{before}</span>}
        {label}
        {after !== undefined && <span className="sync-mark-more">{after}</span>}
      </span>
      {count !== undefined && count > 0 && (
        <span className="sync-mark-count" aria-hidden>
          {count > 999 ? '999+' : count}
        </span>
      )}
      {Also !== undefined && <Also aria-hidden className="sync-mark-also" />}
    </span>
  )
}
