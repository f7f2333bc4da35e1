import { syncLines, type SyncFacts } from './sync-words.ts'

/** The panel's words, also on the screen of this tablet. */
export function SyncLines({ facts, timeZone }: { facts: SyncFacts; timeZone: string }) {
  return syncLines(facts, timeZone).map((line) => (
    <p key={line.id} className={`sync-line sync-line-${line.kind}`}>
      {line.text}
    </p>
  ))
}
