import { Plus } from 'lucide-react'
import { PROTOCOL_SECTIONS_MAX } from 'sync-protocol/records/limits'
import { protocolsText as text } from './protocols-text.ts'
import { RowMessage } from './row-message.tsx'

interface AddSectionTileProps {
  /** Sections with fluids as one. */
  count: number
  message: string | undefined
  onPress: () => void
}

/** Adds a section, and says how many of the ten there are (`spec 2 §2`). */
export function AddSectionTile({ count, message, onPress }: AddSectionTileProps) {
  const full = count >= PROTOCOL_SECTIONS_MAX
  return (
    <div>
      <button
        type="button"
        name="sections"
        className="protocol-tile"
        aria-disabled={full || undefined}
        aria-describedby={message === undefined ? undefined : 'sections-wrong'}
        onClick={() => {
          if (!full) onPress()
        }}
      >
        <Plus aria-hidden />
        <span>{text.addSection}</span>
        <span className="quiet tabular">{text.sectionsUsed(count, PROTOCOL_SECTIONS_MAX)}</span>
      </button>
      <RowMessage id="sections-wrong" message={message} />
    </div>
  )
}
