import { useLiveQuery } from 'dexie-react-hooks'
import { CircleCheck } from 'lucide-react'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Profile } from 'sync-protocol/wire/accounts'
import { attentionEntries } from '../../data/attention/attention.ts'
import type { AttentionEntry, RefusedEntry } from '../../data/attention/attention.ts'
import type { KeptForm } from '../../data/drafts/kept-forms.ts'
import { librarySections } from '../../data/view/library-sections.ts'
import { currentUser, session } from '../../data/people/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { attentionText as text } from './attention-text.ts'
import { CompleteFields } from './complete-fields.tsx'
import { ConflictCard } from './conflict-card.tsx'
import type { FaultyField } from './faulty-fields.ts'
import { GoneCard } from './gone-card.tsx'
import { useKeptPlaces } from './kept-places.ts'
import { waitingDraws } from './waiting-draws.ts'
import './needs-attention.css'
import { RefusedCard } from './refused-card.tsx'
import { ShutOutCard } from './shut-out-card.tsx'
import { SectionTitles } from './use-names.ts'

interface NeedsAttentionProps {
  /** What does not agree among the records, though all of it was accepted; false for nothing. */
  discrepancies: ReactNode
  /** Nothing of that waits for anybody any more; undefined while this tablet is still looking. */
  calm: boolean | undefined
  /** A refused sheet is the open one again, under this draft. */
  onSheetReopened: (draftId: string) => void
  /** The form of a library record holds again what was refused. */
  onFormReopened: (form: KeptForm) => void
  /** A refused balance table is open again, under this draft. */
  onTableReopened: (draftId: string) => void
}

/** A failure to read must not look like "nothing here". */
const readEntries = () =>
  attentionEntries().catch((error: unknown) => {
    console.error(error)
    return 'failed' as const
  })

export function NeedsAttentionScreen(props: NeedsAttentionProps) {
  const [first] = useState(currentUser)
  // Live: with another permission other things can be done.
  const person = useStore(session, ({ user }) => user) ?? first
  const entries = useLiveQuery(readEntries)
  const sections = useLiveQuery(librarySections)
  const sectionTitle = (key: number) => sections?.find((section) => section.key === key)?.title_p
  if (entries === undefined) return <Spinner label={text.reading} />
  if (entries === 'failed') return <EmptyState title={text.failed} />
  return (
    <SectionTitles value={sectionTitle}>
      <Entries entries={entries} person={person} {...props} />
    </SectionTitles>
  )
}

type EntriesProps = NeedsAttentionProps & { entries: readonly AttentionEntry[]; person: Profile }

function Entries({ entries, person, ...props }: EntriesProps) {
  const { places, putAway } = useKeptPlaces(entries)
  const { namedBy, named } = useMemo(() => waitingDraws(entries), [entries])
  if (places.length === 0 && props.calm === undefined) return <Spinner label={text.reading} />
  const empty = places.length === 0 && props.calm === true && (
    <EmptyState title={text.emptyTitle} text={text.emptyText} icon={<CircleCheck />} />
  )
  if (empty !== false && props.discrepancies === false) return empty
  return (
    <div className="page stack-wide attention-page">
      {places.length > 0 && (
        <GrowingList
          items={places}
          keyOf={({ entry }) => entry.key}
          label={text.list}
          more={text.showMore}
          step={8}
          className="stack attention"
        >
          {({ entry, gone }) =>
            entry.sort === 'refused' ? (
              <RefusedPlace
                entry={entry}
                gone={gone}
                putAway={putAway}
                person={person}
                drawsFirst={namedBy.get(entry.key) ?? 0}
                isNamed={named.has(entry.key)}
                {...props}
              />
            ) : gone ? (
              <GoneCard entry={entry} timeZone={person.time_zone} onPutAway={() => putAway(entry.key)} />
            ) : (
              <Card entry={entry} person={person} {...props} />
            )
          }
        </GrowingList>
      )}
      {empty}
      {props.discrepancies}
    </div>
  )
}

/** A card is drawn anew only for what concerns it: of several hundred, one changes at a time. */
const Card = memo(function Card({
  entry,
  ...props
}: Omit<EntriesProps, 'entries'> & { entry: Exclude<AttentionEntry, RefusedEntry> }) {
  if (entry.sort === 'conflict') return <ConflictCard entry={entry} {...props} />
  return <ShutOutCard entry={entry} {...props} />
})

type RefusedPlaceProps = Omit<EntriesProps, 'entries'> & {
  entry: RefusedEntry
  gone: boolean
  putAway: (key: string) => void
  drawsFirst: number
  isNamed: boolean
}

/** Its dialog stays when it is decided elsewhere: what was typed there is not lost with the card. */
const RefusedPlace = memo(function RefusedPlace({ entry, gone, putAway, ...props }: RefusedPlaceProps) {
  const [completing, setCompleting] = useState<FaultyField[] | null>(null)
  return (
    <>
      {gone ? (
        <GoneCard entry={entry} timeZone={props.person.time_zone} onPutAway={() => putAway(entry.key)} />
      ) : (
        <RefusedCard entry={entry} onComplete={setCompleting} {...props} />
      )}
      {completing !== null && (
        <CompleteFields
          entry={entry}
          fields={completing}
          isGone={gone}
          person={props.person}
          onClose={() => setCompleting(null)}
        />
      )}
    </>
  )
})
