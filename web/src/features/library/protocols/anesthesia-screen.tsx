import { ClipboardList } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { speciesOfPath } from '../../../paths.ts'
import { LibraryScreen } from '../list/library-screen.tsx'
import { AnesthesiaEditor } from './anesthesia-editor.tsx'
import { anesthesiaProtocols } from './anesthesia-form.ts'
import { duplicateAction } from './duplicate.tsx'

/** The anesthesia protocols of a species (`spec 2 §2`). */
export function AnesthesiaProtocolsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  return (
    <LibraryScreen
      kind={anesthesiaProtocols}
      species={species}
      icon={<ClipboardList />}
      cardActions={(_entry, _may, controls) => [
        duplicateAction(anesthesiaProtocols.collection, species, controls),
      ]}
      renderEditor={(opening, onClose) => (
        <AnesthesiaEditor key={opening._id} opening={opening} onClose={onClose} />
      )}
    />
  )
}
