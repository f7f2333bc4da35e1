import { useLiveQuery } from 'dexie-react-hooks'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useStore } from 'zustand'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { savedTwiceIds } from '../../data/attention/saved-twice.ts'
import { correctedSheets } from '../../data/view/corrections.ts'
import { allCodes } from '../../data/view/code-events.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import { paths, speciesOfPath } from '../../paths.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useList } from '../../records/use-list.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import './saved-sheets.css'
import { SheetCard } from './sheet-card.tsx'
import { SheetModal } from './sheet-modal.tsx'
import type { RenderExport } from './sheet-modal.tsx'

const SHEETS = { collection: 'sheets', words: text } as const

/** All saved sheets of a species (`spec 2 §2`). */
export function SavedSheetsScreen({ renderExport }: { renderExport: RenderExport }) {
  const species = speciesOfPath(useParams()['species']) ?? 0
  const settings = useStore(clinicSettings)
  const navigate = useNavigate()
  const list = useList(SHEETS, { species })
  const twice = useLiveQuery(() => savedTwiceIds())
  const corrected = useLiveQuery(() => correctedSheets())
  const codes = useLiveQuery(() => allCodes())
  const [opened, setOpened] = useState<ListEntry | null>(null)
  const { person } = list
  return (
    <>
      <ListScreen
        list={list}
        icon={<FileText />}
        renderCard={(card) => (
          <SheetCard
            {...card}
            timeZone={person.time_zone}
            twice={twice?.has(card.entry._id) === true}
            corrected={corrected?.has(card.entry._id) === true}
            hasCode={codes?.has(codeIdOf(card.entry._id)) === true}
          />
        )}
        onOpen={setOpened}
        pathOf={paths.patients}
        renderDeletion={(sheets, ends) => <DeleteQuestion sheets={sheets} {...ends} />}
        empty={{
          title: text.emptyTitle(text.speciesNames[species].toLowerCase()),
          text: text.emptyText,
          action: { label: text.emptyAction, onPress: () => void navigate(paths.newSheet) },
        }}
      />
      {opened !== null && (
        <SheetModal
          id={opened._id}
          name={opened.name}
          timeZone={person.time_zone}
          whose={clinicOnPaper(person, settings)}
          renderExport={renderExport}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
