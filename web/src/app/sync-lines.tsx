import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { panelLines, syncLines, type SyncFacts } from './sync-words.ts'

interface SyncLinesProps {
  facts: SyncFacts
  timeZone: string
  /** They stand below the words of the mark. */
  belowMark?: boolean
}

/** The panel's words, also on the screen of this tablet. */
export function SyncLines({ facts, timeZone, belowMark = false }: SyncLinesProps) {
  const viewer = useStore(session, ({ user }) => user?._id)
  const lines = belowMark ? panelLines : syncLines
  return lines(facts, timeZone, viewer).map((line) => (
    <p key={line.id} className={`sync-line sync-line-${line.kind}`}>
      {line.text}
    </p>
  ))
}
