import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './empty-state.css'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  action?: { label: string; onPress: () => void }
}

/** Says what this place is for and offers the first action. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon}
      <h2 className="title-3">{title}</h2>
      {text !== undefined && <p className="quiet">{text}</p>}
      {action !== undefined && (
        <Button kind="primary" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
