import { HeartPulse } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { speciesOfPath } from '../../../paths.ts'
import { LibraryScreen } from '../list/library-screen.tsx'
import { EmergencyEditor } from './emergency-editor.tsx'
import { emergencyProtocols } from './emergency-form.ts'
import { duplicateAction } from './duplicate.tsx'

/** The emergency protocols of a species (`spec 2 §2`). */
export function EmergencyProtocolsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  return (
    <LibraryScreen
      kind={emergencyProtocols}
      species={species}
      icon={<HeartPulse />}
      cardActions={(_entry, _may, controls) => [
        duplicateAction(emergencyProtocols.collection, species, controls),
      ]}
      renderEditor={(opening, onClose) => (
        <EmergencyEditor key={opening._id} opening={opening} onClose={onClose} />
      )}
    />
  )
}
