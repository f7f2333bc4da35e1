import { Plus, Syringe, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import { useStore } from 'zustand'
import { buildListsAtIdle, listIndex } from '../../data/lists/list-index.ts'
import { rememberedQuery, rememberQuery } from '../../data/lists/list-memory.ts'
import { searchList, type ListEntry } from '../../data/lists/list-search.ts'
import { session } from '../../data/people/session.ts'
import { isFilling, syncStatus } from '../../data/database/sync-status.ts'
import { speciesOfPath, type Species } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Banner } from '../../ui/banner.tsx'
import { choicesOf } from '../../ui/choices-of.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Message } from '../../ui/question.tsx'
import { recordListText } from '../../ui/record-list-text.ts'
import { RecordList } from '../../ui/record-list.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { DrawEditor } from './draw-editor.tsx'
import { DrawViewer } from './draw-viewer.tsx'
import { KeptDrawOffer } from './kept-draw-offer.tsx'
import { nameOfDraw, SingleDrawCard } from './single-draw-card.tsx'
import './single-draws.css'
import { singleDrawsText as text } from './single-draws-text.ts'
import { SubstancePicker } from './substance-picker.tsx'
import { useOpenedDraw } from './use-opened-draw.ts'

const FIELDS = choicesOf(text.fields)
const SORTS = choicesOf(text.sorts)
const ORDERS = choicesOf(text.orders)

const idOf = ({ _id }: ListEntry) => _id
/** Draws of a saved sheet stand on that sheet. */
const isSingle = ({ card }: ListEntry) => card.draw?.sheet_id === '-'
/** Newest first, searched by patient. */
const remembered = (place: string) => rememberedQuery(place, text, { field: 'patient' })

interface Person {
  _id: string
  org_perms: readonly number[]
  time_zone: string
}
type Asked = { delete: readonly ListEntry[] } | { open: string } | 'ownership conflict' | null

/** The log of single draws of a species (`spec 2 §2`). */
export function SingleDrawsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  const user = useStore(session, (state) => state.user)
  return user === null ? null : <Draws key={`${user._id}/${species}`} species={species} person={user} />
}

function Draws({ species, person }: { species: Species; person: Person }) {
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const filling = useStore(syncStatus, isFilling)
  const { items, status, again } = useLiveList(() => listIndex('draws'))
  const place = `${person._id}/draws/${species}`
  const [query, setQuery] = useKept(place, remembered, rememberQuery)
  const [asked, setAsked] = useState<Asked>(null)
  const form = useOpenedDraw(species)
  // What the form chooses from.
  useEffect(() => buildListsAtIdle(['drugs', 'balances', 'procedures']), [])

  const seesVoided = [PERMISSION.organization, PERMISSION.othersRecords].some((one) =>
    person.org_perms.includes(one),
  )
  const voided = seesVoided && query.voided === true
  const singles = useMemo(() => items.filter(isSingle), [items])
  const shown = useMemo(
    () => searchList(singles, { ...query, voided, species }),
    [singles, query, voided, species],
  )
  const selectable = useMemo(() => (voided ? shown.filter((entry) => !entry.voided) : shown), [shown, voided])
  const selected = useSelection(selectable)
  const mayDelete = (entry: ListEntry) =>
    !entry.voided &&
    mayChange(
      { user_id: person._id, perms: person.org_perms },
      { collection: 'draws', content: null, meta: { author_id: entry.author_id } },
    )
  const onOpen = useCallback((id: string) => setAsked({ open: id }), [])
  const onDelete = useCallback((entry: ListEntry) => setAsked({ delete: [entry] }), [])
  const deleteSelected = () => {
    const entries = selected.entries()
    setAsked(entries.every(mayDelete) ? { delete: entries } : 'ownership conflict')
  }
  const close = () => setAsked(null)
  const opened = asked !== null && typeof asked === 'object' && 'open' in asked ? asked.open : null
  const openedEntry = opened === null ? undefined : items.find(({ _id }) => _id === opened)

  return (
    <>
      <RecordList
        label={text.list}
        items={shown}
        itemKey={idOf}
        renderCard={(entry) => (
          <SingleDrawCard
            entry={entry}
            timeZone={person.time_zone}
            selected={selected.has(entry._id)}
            mayDelete={mayDelete(entry)}
            onSelect={selected.onSelect}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        )}
        status={status}
        onAgain={again}
        notice={
          <>
            {filling && items.length > 0 && (
              <Banner kind="attention" title={text.loadingTitle}>
                {text.loadingSome}
              </Banner>
            )}
            {form.opened === null && (
              <KeptDrawOffer species={species} timeZone={person.time_zone} onOpen={form.goOn} />
            )}
          </>
        }
        filters={
          seesVoided ? (
            <Checkbox
              label={text.showVoided}
              checked={voided}
              onChange={(checked) => setQuery({ voided: checked })}
            />
          ) : undefined
        }
        search={{
          value: query.text,
          onChange: (value) => setQuery({ text: value }),
          placeholder: text.placeholders[query.field],
        }}
        searchBy={{ value: query.field, options: FIELDS, onChange: (field) => setQuery({ field }) }}
        sort={{ value: query.sort, options: SORTS, onChange: (sort) => setQuery({ sort }) }}
        order={{ value: query.order, options: ORDERS, onChange: (order) => setQuery({ order }) }}
        selection={selected}
        counted={text.counted(shown.length)}
        bulk={
          <IconButton
            kind="danger"
            label={recordListText.deleteSelected}
            icon={<Trash2 />}
            onClick={deleteSelected}
          />
        }
        actions={
          <Button kind="primary" icon={<Plus />} onClick={form.create}>
            {text.create}
          </Button>
        }
        empty={
          loaded ? (
            <EmptyState
              title={text.emptyTitle(text.speciesNames[species].toLowerCase())}
              text={text.emptyText}
              icon={<Syringe />}
              action={{ label: text.create, onPress: form.create }}
            />
          ) : (
            <EmptyState title={text.loadingTitle} text={text.loadingText} icon={<Syringe />} />
          )
        }
        scrollKey={[place, voided, query.field, query.sort, query.order, query.text].join('/')}
      />
      {form.opened === 'choosing' && <SubstancePicker onChoose={form.choose} onClose={form.close} />}
      {form.opened !== null && form.opened !== 'choosing' && (
        <DrawEditor key={form.opened._id} opening={form.opened} person={person} onClose={form.close} />
      )}
      {asked === 'ownership conflict' && (
        <Message title={text.conflictTitle} text={text.conflict} onClose={close} />
      )}
      {asked !== null && typeof asked === 'object' && 'delete' in asked && (
        <DeleteQuestion
          draws={asked.delete.map((entry) => ({ _id: entry._id, called: nameOfDraw(entry) }))}
          onClose={close}
          onDeleted={() => {
            selected.clear()
            close()
          }}
        />
      )}
      {opened !== null && (
        <DrawViewer
          id={opened}
          timeZone={person.time_zone}
          onDelete={
            openedEntry !== undefined && mayDelete(openedEntry) ? () => onDelete(openedEntry) : undefined
          }
          onClose={close}
        />
      )}
    </>
  )
}
