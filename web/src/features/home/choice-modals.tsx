import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { buildListsAtIdle } from '../../data/lists/list-index.ts'
import { Modal } from '../../ui/modal.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { destination, PATIENTS, SINGLE_DRAWS } from './destination.ts'
import './choice-modals.css'
import { homeText } from './home-text.ts'

const LIBRARIES = [
  'drugs',
  'anesthesia_protocols',
  'emergency_protocols',
  'injections',
  'procedures',
] as const

/** Lists that are long; a library's is built with all of them. */
const FACTS: Readonly<Record<number, readonly ['sheets' | 'draws']>> = {
  [PATIENTS]: ['sheets'],
  [SINGLE_DRAWS]: ['draws'],
}

interface ChooseSpeciesProps {
  code: number
  onClose: () => void
  back?: () => void
}

export function ChooseSpecies({ code, onClose, back }: ChooseSpeciesProps) {
  const navigate = useNavigate()
  // By the time that a species is chosen, the list is in memory.
  useEffect(() => buildListsAtIdle(FACTS[code] ?? []), [code])
  return (
    <Modal title={homeText.speciesTitle} onClose={onClose} outsideCloses back={back}>
      <div className="choose-species">
        {([0, 1] as const).map((species) => (
          <button
            key={species}
            type="button"
            className="choose-species-one"
            onClick={() => void navigate(destination(code, species))}
          >
            <SpeciesPicture species={species === 0 ? 'canine' : 'feline'} size={112} />
            {homeText.species[species]}
          </button>
        ))}
      </div>
    </Modal>
  )
}

/** The five libraries, then the species. */
export function ChooseLibrary({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState<number | null>(null)
  // By the time that a library and a species are chosen, its list is in memory.
  useEffect(() => buildListsAtIdle(LIBRARIES), [])
  if (code !== null) return <ChooseSpecies code={code} onClose={onClose} back={() => setCode(null)} />
  return (
    <Modal title={homeText.libraryTitle} onClose={onClose} outsideCloses>
      <ul className="destinations">
        {homeText.choices.map((choice) => (
          <li key={choice.code}>
            <button type="button" className="choice" onClick={() => setCode(choice.code)}>
              {choice.label}
              <ChevronRight />
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
