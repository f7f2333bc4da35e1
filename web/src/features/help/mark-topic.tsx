import { SyncMark, type SyncMarkState } from '../../ui/sync-mark.tsx'
import { markText as text } from './help-text.ts'

/** States that ask for an explanation, the usual one first. */
export const MARKED = [
  'sent',
  'sending',
  'offline',
  'attention',
  'behind',
  'stuck',
] as const satisfies readonly SyncMarkState[]
export type Marked = (typeof MARKED)[number]

/** What the mark of the navigation bar says in each state. */
export type MarkWords = Readonly<Record<Marked, string>>

export function MarkTopic({ words }: { words: MarkWords }) {
  return (
    <>
      <p>{text.intro}</p>
      <dl className="help-marks">
        {MARKED.map((state) => {
          const [meaning, todo] = text.rows[state]
          return (
            <div key={state} className="help-mark">
              <dt>
                <SyncMark state={state} label={words[state]} />
              </dt>
              <dd>
                <p>{meaning}</p>
                <p className="quiet">{todo}</p>
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
