import { ClipboardList } from 'lucide-react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { balanceListText as text } from './balance-list-text.ts'

interface NoSheetsProps {
  loaded: boolean
  /** A filter leaves nothing over; how to take it away. */
  onClear: (() => void) | undefined
  isRange: boolean
  onCreate: () => void
}

/** A filter without a sheet must not look like a place without records. */
export function NoSheets({ loaded, isRange, onClear, onCreate }: NoSheetsProps) {
  const icon = <ClipboardList />
  if (!loaded) return <EmptyState title={text.loadingTitle} text={text.loadingText} icon={icon} />
  if (onClear !== undefined) {
    const [title, label] = isRange
      ? [text.nothingInRange, text.clearRangeButton]
      : [text.nothingOfThese, text.showAll]
    return <EmptyState title={title} icon={icon} action={{ label, onPress: onClear }} />
  }
  const action = { label: text.create, onPress: onCreate }
  return <EmptyState title={text.emptyTitle} text={text.emptyText} icon={icon} action={action} />
}
