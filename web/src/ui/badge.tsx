import type { ReactNode } from 'react'
import './badge.css'

export interface BadgeProps {
  kind?: 'plain' | 'attention' | 'harm' | 'controlled'
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={`badge badge-${kind}`}>{children}</span>
}
