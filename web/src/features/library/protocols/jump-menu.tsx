import { ListTree } from 'lucide-react'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { protocolsText as text } from './protocols-text.ts'

interface JumpMenuProps {
  heads: readonly { at: string; title: string }[]
  onJump: (at: string) => void
}

/** The outline of a long protocol: a press leads to a section. With fewer than two there is nowhere to go. */
export function JumpMenu({ heads, onJump }: JumpMenuProps) {
  if (heads.length < 2) return null
  return (
    <MenuButton
      label={text.jump}
      items={heads.map(({ at, title }) => ({ id: at, label: title }))}
      onAction={onJump}
      className="button protocol-jump"
    >
      <ListTree aria-hidden />
      <span>{text.sections}</span>
    </MenuButton>
  )
}
