import { Copy, Droplets, FolderInput, Pill } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { EMERGENCY_SECTION, UNSET_SECTION } from 'sync-protocol/records/fields'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import {
  EMERGENCY_MEDICATIONS,
  UNSET_MEDICATIONS,
  type SectionTitles,
} from 'sync-protocol/rules/section-choices'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { speciesOfPath, type Species } from '../../../paths.ts'
import type { CardAction } from '../../../records/list-card.tsx'
import { DrugsMenu } from '../csv/drugs-menu.tsx'
import { LibraryScreen, type ListControls } from '../list/library-screen.tsx'
import { usePerson } from '../../../records/use-person.ts'
import { DrugEditor } from './drug-editor.tsx'
import { drugsOf, fluidKind, isEmergency } from './drug-kind.tsx'
import './drugs.css'
import { drugsText as text } from './drugs-text.ts'
import { FluidEditor } from './fluid-editor.tsx'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { useSections } from './live-sections.ts'
import { MoveDialog } from './move-dialog.tsx'
import { openCopyOf, saveMove } from './record-actions.ts'
import { SectionSelect } from './section-select.tsx'
import { usePlace } from './use-place.ts'
import { useSectionsDialog } from './use-sections-dialog.tsx'

/** Drugs by section, and fluids (`spec 1 §2`). */
export function DrugsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  // The whole screen comes with them: in slices, between which a slow tablet can answer.
  const sections = useDeferredValue(useSections())
  return sections === undefined ? null : <Library key={species} species={species} sections={sections} />
}

interface LibraryProps {
  species: Species
  sections: readonly LiveSection[]
}

function Library({ species, sections }: LibraryProps) {
  const person = usePerson()
  const [place, setPlace] = usePlace(sections)
  const { open, dialog } = useSectionsDialog(sections, species)
  const tools = (
    <div className="drugs-head">
      <SectionSelect
        species={species}
        sections={sections}
        place={place}
        onPlace={setPlace}
        onEdit={person.org_perms.includes(PERMISSION.sections) ? open : undefined}
      />
      <DrugsMenu />
    </div>
  )
  return (
    <>
      {place === 'fluids' ? (
        <Fluids species={species} tools={tools} />
      ) : (
        <Drugs species={species} sections={sections} sectionKey={place} onSection={setPlace} tools={tools} />
      )}
      {dialog}
    </>
  )
}

type Tools = { tools: ReactNode }

function Fluids({ species, tools }: { species: Species } & Tools) {
  const actions = (_entry: ListEntry, _may: boolean, { show }: ListControls): CardAction[] => [
    {
      id: 'copy',
      label: text.copy,
      icon: <Copy />,
      onPress: (entry) => openCopyOf('fluids', entry, species, show),
    },
  ]
  return (
    <LibraryScreen
      key="fluids"
      kind={fluidKind}
      species={species}
      icon={<Droplets />}
      tools={tools}
      cardActions={actions}
      renderEditor={(opening, onClose) => (
        <FluidEditor key={opening._id} opening={opening} onClose={onClose} />
      )}
    />
  )
}

function titleOf(sections: readonly LiveSection[], sectionKey: number): string {
  const always = sectionKey === EMERGENCY_SECTION ? EMERGENCY_MEDICATIONS : UNSET_MEDICATIONS
  return (sections.find(({ key }) => key === sectionKey) ?? always).title_p
}

interface DrugsProps extends LibraryProps, Tools {
  sectionKey: number
  onSection: (key: number) => void
}

function Drugs({ species, sections, sectionKey, onSection, tools }: DrugsProps) {
  const [moving, setMoving] = useState<ListEntry | null>(null)
  const drugClass = sections.find(({ key }) => key === sectionKey)?.drug_class
  const kind = useMemo(() => drugsOf(drugClass), [drugClass])
  // What belongs to none of the sections that live is unset, whatever its key.
  const scope = useMemo(
    () =>
      sectionKey === UNSET_SECTION
        ? { not_sections: [EMERGENCY_SECTION, ...sections.map(({ key }) => key)] }
        : { section_key: sectionKey },
    [sectionKey, sections],
  )
  const actions = (drug: ListEntry, may: boolean, { show }: ListControls): CardAction[] => [
    ...(may && !isEmergency(drug)
      ? [{ id: 'move', label: text.move, icon: <FolderInput />, onPress: setMoving }]
      : []),
    {
      id: 'copy',
      label: text.copy,
      icon: <Copy />,
      onPress: (entry) => openCopyOf('drugs', entry, species, show),
    },
  ]
  const move = (entry: ListEntry, section: SectionTitles) => {
    setMoving(null)
    void saveMove({ entry, sections, target: section, onShown: onSection })
  }
  const elsewhere = ([first]: readonly ListEntry[]) => {
    const key = first?.section_key ?? UNSET_SECTION
    const lives = key === EMERGENCY_SECTION || sections.some((section) => section.key === key)
    const section_key = lives ? key : UNSET_SECTION
    const title = titleOf(sections, section_key)
    return {
      text: text.foundIn(title),
      label: text.showIn,
      part: lives ? key : ('rest' as const),
      onPress: () => onSection(section_key),
    }
  }
  return (
    <>
      <LibraryScreen
        key="drugs"
        kind={kind}
        species={species}
        icon={<Pill />}
        scope={scope}
        elsewhere={elsewhere}
        emptyTitle={text.emptySection(
          text.speciesNames[species].toLowerCase(),
          titleOf(sections, sectionKey),
        )}
        tools={tools}
        cardActions={actions}
        renderEditor={(opening, onClose) => (
          <DrugEditor
            key={opening._id}
            opening={opening}
            sections={sections}
            sectionKey={sectionKey}
            onClose={onClose}
            onCreated={onSection}
          />
        )}
      />
      {moving !== null && (
        <MoveDialog
          entry={moving}
          sections={sections}
          from={sectionKey}
          onMove={(section) => move(moving, section)}
          onClose={() => setMoving(null)}
        />
      )}
    </>
  )
}
