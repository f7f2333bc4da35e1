import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { syncLines, type SyncFacts } from './sync-words.ts'

/** The panel's words, also on the screen of this tablet. */
export function SyncLines({ facts, timeZone }: { facts: SyncFacts; timeZone: string }) {
  const viewer = useStore(session, ({ user }) => user?._id)
  return syncLines(facts, timeZone, viewer).map((line) => (
    <p key={line.id} className={`sync-line sync-line-${line.kind}`}>
      {line.text}
    </p>
  ))
}
