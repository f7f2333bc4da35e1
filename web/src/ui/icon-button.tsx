import type { ComponentProps, ReactNode } from 'react'
import './button.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: ReactNode
  kind?: 'quiet' | 'danger'
  pressed?: boolean
}

export function IconButton({ label, icon, kind = 'quiet', pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={['icon-button', `icon-button-${kind}`, className].filter(Boolean).join(' ')}
    >
      {icon}
    </button>
  )
}
