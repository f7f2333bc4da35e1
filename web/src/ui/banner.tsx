import { Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { controlText } from './control-text.ts'
import { IconButton } from './icon-button.tsx'
import './banner.css'

export interface BannerProps {
  kind: 'info' | 'attention' | 'harm'
  title?: string
  children?: ReactNode
  action?: { label: string; onPress: () => void }
  onDismiss?: () => void
}

const ICONS = { info: Info, attention: TriangleAlert, harm: OctagonAlert }

export function Banner({ kind, title, children, action, onDismiss }: BannerProps) {
  const Icon = ICONS[kind]
  return (
    <div className={`banner banner-${kind}`} role={kind === 'harm' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <div className="banner-text">
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <Button onClick={action.onPress}>{action.label}</Button>}
      {onDismiss !== undefined && <IconButton label={controlText.dismiss} icon={<X />} onClick={onDismiss} />}
    </div>
  )
}
