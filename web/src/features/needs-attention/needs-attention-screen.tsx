import { useLiveQuery } from 'dexie-react-hooks'
import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Profile } from 'sync-protocol/wire/accounts'
import { attentionEntries } from '../../data/attention.ts'
import type { AttentionEntry } from '../../data/attention.ts'
import type { KeptForm } from '../../data/kept-forms.ts'
import { librarySections } from '../../data/library-sections.ts'
import { currentUser } from '../../data/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { attentionText as text } from './attention-text.ts'
import { ConflictCard } from './conflict-card.tsx'
import { withoutEarlierTries } from './entry-choices.ts'
import './needs-attention.css'
import { RefusedCard } from './refused-card.tsx'
import { ShutOutCard } from './shut-out-card.tsx'
import { SectionTitles } from './use-section-title.ts'

interface NeedsAttentionProps {
  /** What does not agree among the records, though all of it was accepted; false for nothing. */
  pointedOut: ReactNode
  /** Nothing of that waits for anybody any more. */
  calm: boolean
  /** A refused sheet is the open one again, under this draft. */
  onSheetReopened: (draftId: string) => void
  /** The form of a library record holds again what was refused. */
  onFormReopened: (form: KeptForm) => void
}

/** A failure to read must not look like "nothing here". */
const readEntries = () =>
  attentionEntries().then(
    (entries) => withoutEarlierTries(entries),
    (error: unknown) => {
      console.error(error)
      return 'failed' as const
    },
  )

export function NeedsAttentionScreen(props: NeedsAttentionProps) {
  const [person] = useState(currentUser)
  const entries = useLiveQuery(readEntries)
  const sections = useLiveQuery(librarySections)
  const sectionTitle = (key: number) => sections?.find((section) => section.key === key)?.title_p
  if (entries === undefined) return <Spinner label={text.reading} />
  if (entries === 'failed') return <EmptyState title={text.failed} />
  const empty = entries.length === 0 && props.calm && (
    <EmptyState title={text.emptyTitle} text={text.emptyText} icon={<CircleCheck />} />
  )
  if (empty !== false && props.pointedOut === false) return empty
  return (
    <SectionTitles value={sectionTitle}>
      <div className="page stack-wide">
        {entries.length > 0 && <Entries entries={entries} person={person} {...props} />}
        {empty}
        {props.pointedOut}
      </div>
    </SectionTitles>
  )
}

type EntriesProps = NeedsAttentionProps & { entries: readonly AttentionEntry[]; person: Profile }

function Entries({ entries, person, ...props }: EntriesProps) {
  return (
    <ul className="stack attention" aria-label={text.list}>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.sort === 'refused' && <RefusedCard entry={entry} person={person} {...props} />}
          {entry.sort === 'conflict' && <ConflictCard entry={entry} person={person} {...props} />}
          {entry.sort === 'shut-out' && <ShutOutCard entry={entry} person={person} />}
        </li>
      ))}
    </ul>
  )
}
