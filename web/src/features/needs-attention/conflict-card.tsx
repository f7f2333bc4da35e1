import { useLiveQuery } from 'dexie-react-hooks'
import { withMine } from 'sync-protocol/merge/three-way'
import { kinds } from 'sync-protocol/records/kinds'
import { maySettle } from '../../data/attention/attention.ts'
import type { ConflictEntry } from '../../data/attention/attention.ts'
import { choicesOf, settleConflict } from '../../data/attention/settle-conflict.ts'
import type { KeptForm } from '../../data/drafts/kept-forms.ts'
import { currentOf } from '../../data/view/records.ts'
import { Button } from '../../ui/button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { attentionText as text } from './attention-text.ts'
import { ComparedTable } from './compared-table.tsx'
import { editConflict } from './conflict-form.ts'
import { conflictSaid } from './conflict-said.ts'
import { conflictParts, copyOfParts } from './conflict-sides.ts'
import { copiedWords } from './copied-words.ts'
import { mayEdit, mayOpenSheet } from './entry-choices.ts'
import type { Person } from './entry-choices.ts'
import { titleOfConflict } from './entry-words.ts'
import { openSetAside } from './reopened-draft.ts'
import { useDeciding } from './use-deciding.ts'
import { useKnownContent } from './use-known-records.ts'
import { useNames } from './use-names.ts'

interface ConflictCardProps {
  entry: ConflictEntry
  person: Person & { time_zone: string }
  onSheetReopened: (draftId: string) => void
  onFormReopened: (form: KeptForm) => void
}

/** As it was, as it stands and as its sender entered it, side by side; one is kept, or the record's form is opened with it. */
export function ConflictCard({ entry, person, onSheetReopened, onFormReopened }: ConflictCardProps) {
  const { conflict, author_name } = entry
  const { collection, _id } = conflict.record
  const { busy, decide } = useDeciding(entry.key)
  const stands = useLiveQuery(async () => (await currentOf(collection, [_id])).get(_id), [collection, _id])
  const target = stands?.deleted ? undefined : stands
  const removes = conflict.kind === 'delete_of_changed'
  const deleted = !removes && (stands?.deleted ?? conflict.kind === 'update_of_deleted')
  const choices = choicesOf(entry, person, target)
  const title = titleOfConflict(conflict, useKnownContent(conflict.record))
  const names = useNames([stands?.content, conflict.full, conflict.groups])
  const parts = conflictParts(conflict, author_name, stands, names)
  const wanted = withMine(kinds[collection], stands?.content ?? {}, conflict.groups)
  // Of two versions by one person a name tells nothing.
  const twice = stands?.meta.edited_by === author_name
  const settles = maySettle(entry, person, target)
  const decided = text.decidedFor
  const said = {
    theirs: !settles
      ? decided.withdrawn
      : deleted
        ? decided.keptDeleted
        : removes
          ? decided.kept
          : decided.theirs,
    mine: deleted
      ? decided.restored
      : removes
        ? decided.removed
        : twice
          ? decided.setAside
          : decided.mine(author_name),
  }
  const labels = {
    theirs: !settles
      ? text.withdraw
      : deleted
        ? text.keepDeleted
        : removes
          ? text.keepRecord
          : text.keepTheirs,
    mine: deleted
      ? text.restore
      : removes
        ? text.remove
        : twice
          ? text.keepSetAside
          : text.keepMine(author_name),
  }
  // Each version is kept by the button that stands under it.
  const last = parts.at(-1)?.sides ?? []
  const choicesClass =
    choices.length > 1 && last.every(({ lines }) => lines !== null)
      ? `attention-choices attention-choices-${last.length}`
      : 'attention-choices'
  return (
    <article className="attention-card stack">
      <header>
        <p className="quiet small">{text.meta(author_name, formatDateTime(entry.at, person.time_zone))}</p>
        <h2 className="title-3">
          <DrugName name={title} />
        </h2>
        <p className="attention-said">
          {conflictSaid({
            conflict,
            author: author_name,
            standsBy: stands?.meta.edited_by,
            deleted,
            chooses: choices.length > 1,
          })}
        </p>
      </header>
      {conflict.message !== undefined && <p className="attention-reason">{conflict.message}</p>}
      {parts.map((part) => (
        <ComparedTable key={part.title} {...part} />
      ))}
      {stands?.meta.edited_by !== undefined && stands.meta.date_edited !== undefined && (
        <p className="quiet small">
          {text.standsBy(
            stands.meta.edited_by,
            formatDateTime(stands.meta.date_edited, person.time_zone),
            stands.deleted,
          )}
        </p>
      )}
      {removes && choices.length > 1 && <p className="quiet">{text.wholeDeletion}</p>}
      {collection === 'sections' && !settles && <p className="quiet">{text.sectionHolders}</p>}
      <div className={choicesClass}>
        {choices.map((choice) => (
          <Button
            key={choice}
            disabled={busy}
            onClick={() =>
              decide(() =>
                settleConflict(entry, deleted && choice === 'mine' ? 'restore' : choice).then(() =>
                  text.decided(choice === 'mine' ? titleOfConflict(conflict, wanted) : title, said[choice]),
                ),
              )
            }
          >
            {labels[choice]}
          </Button>
        ))}
        <div className="attention-others">
          {mayEdit(entry, person, target) && (
            <Button
              disabled={busy}
              onClick={() =>
                decide(async () => {
                  onFormReopened(await editConflict(entry))
                  return null
                }, 'stays')
              }
            >
              {deleted ? text.editAndRestore : text.edit}
            </Button>
          )}
          {mayOpenSheet(entry, person) && (
            <Button
              disabled={busy}
              onClick={() =>
                decide(async () => {
                  onSheetReopened(await openSetAside(entry))
                  return text.sheetOpened
                })
              }
            >
              {text.openSheet}
            </Button>
          )}
          <Button
            disabled={busy}
            onClick={() => decide(() => copiedWords(copyOfParts(title, parts)), 'stays')}
          >
            {text.copy}
          </Button>
        </div>
      </div>
    </article>
  )
}
