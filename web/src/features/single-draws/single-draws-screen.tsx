import { Plus, Syringe } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { buildListsAtIdle } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { paths, speciesOfPath, type Species } from '../../paths.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useList, type ListKind } from '../../records/use-list.ts'
import { usePerson } from '../../records/use-person.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { DrawEditor } from './draw-editor.tsx'
import { DrawViewer } from './draw-viewer.tsx'
import { KeptDrawOffer } from './kept-draw-offer.tsx'
import { nameOfDraw, SingleDrawCard } from './single-draw-card.tsx'
import './single-draws.css'
import { singleDrawsText as text } from './single-draws-text.ts'
import { SubstancePicker } from './substance-picker.tsx'
import { useOpenedDraw } from './use-opened-draw.ts'

const DRAWS: ListKind<keyof typeof text.fields, keyof typeof text.sorts> = {
  collection: 'draws',
  words: text,
  first: { field: 'patient' },
  // Draws of a saved sheet stand on that sheet.
  isListed: ({ card }) => card.draw?.sheet_id === '-',
}

/** The log of single draws of a species (`spec 2 §2`). */
export function SingleDrawsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  const { _id } = usePerson()
  return <Draws key={`${_id}/${species}`} species={species} />
}

function Draws({ species }: { species: Species }) {
  const list = useList(DRAWS, { species })
  const { person, mayDelete, askDelete } = list
  const [opened, setOpened] = useState<ListEntry | null>(null)
  const form = useOpenedDraw(species)
  // What the form chooses from.
  useEffect(() => buildListsAtIdle(['drugs', 'balances', 'procedures']), [])
  const present = list.items.find(({ _id }) => _id === opened?._id)
  const deletePresent = (entry: ListEntry) => {
    setOpened(null)
    askDelete(entry)
  }

  return (
    <>
      <ListScreen
        list={list}
        icon={<Syringe />}
        renderCard={(card) => <SingleDrawCard {...card} timeZone={person.time_zone} />}
        onOpen={setOpened}
        pathOf={paths.singleDraws}
        notice={form.opened === null && <KeptDrawOffer species={species} onOpen={form.goOn} />}
        showsVoided
        actions={
          <Button data-act kind="primary" icon={<Plus />} onClick={form.create}>
            {text.create}
          </Button>
        }
        renderDeletion={(entries, ends) => (
          <DeleteQuestion
            draws={entries.map((entry) => ({ _id: entry._id, called: nameOfDraw(entry) }))}
            {...ends}
          />
        )}
        empty={{
          title: text.emptyTitle(text.speciesNames[species].toLowerCase()),
          text: text.emptyText,
          action: { label: text.create, onPress: form.create },
        }}
        arrangement={[list.voided]}
      />
      {form.opened === 'choosing' && <SubstancePicker onChoose={form.choose} onClose={form.close} />}
      {form.opened !== null && form.opened !== 'choosing' && (
        <DrawEditor key={form.opened._id} opening={form.opened} person={person} onClose={form.close} />
      )}
      {opened !== null && (
        <DrawViewer
          id={opened._id}
          timeZone={person.time_zone}
          onDelete={present && mayDelete(present) ? () => deletePresent(present) : undefined}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
